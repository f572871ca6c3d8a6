//! The report and review JSON, from the model.
