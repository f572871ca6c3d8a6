//! All that can happen (`Msg`), all we can ask of the world (`Effect`), all a key can mean (`Action`).
