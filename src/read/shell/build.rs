//! From the parser's tree to our own: commands in the order in which they would run, each with its place.

use std::collections::BTreeMap;
use std::path::PathBuf;

use brush_parser::ast::{
    AndOr, AssignmentName, AssignmentValue, Command, CommandPrefixOrSuffixItem as Item, CompoundCommand, CompoundList,
    FunctionBody, IoFileRedirectKind as Kind, IoFileRedirectTarget as Target, IoRedirect, Pipeline, Program,
    SeparatorOperator, SimpleCommand, Word,
};
use brush_parser::{ParserOptions, SourceInfo, parse_tokens, uncached_tokenize_str};

use super::unwrap::unwrap;
use super::words::plain;
use super::{After, Context, Node, Redirect, Script, Simple, deep, loose};
use crate::model::SHELLS;

/// Scripts within scripts are followed this deep.
const DEPTH: usize = 6;
/// A longer script is cut at its separators instead of parsed.
const LONGEST: usize = 64 * 1024;

/// Reads a script.
pub(super) fn script(text: &str) -> Script {
    let mut builder = Builder::default();
    let root = builder.nested(text);
    Script { simples: builder.simples, root }
}

fn parse(text: &str) -> Option<Program> {
    // A redirect of a descriptor number that no integer holds would panic in the parser.
    let digits = text.as_bytes().windows(9).any(|piece| piece.iter().all(u8::is_ascii_digit));
    let risky = digits && text.contains(['<', '>']);
    if risky || text.len() > LONGEST || deep::in_text(text) {
        return None;
    }
    let options = ParserOptions::default();
    let tokens = uncached_tokenize_str(text, &options.tokenizer_options()).ok()?;
    if deep::in_tokens(&tokens) {
        return None;
    }
    parse_tokens(&tokens, &options, &SourceInfo::default()).ok()
}

#[derive(Default)]
struct Builder {
    simples: Vec<Simple>,
    source: Vec<char>,
    folder: Option<PathBuf>,
    previous: Option<PathBuf>,
    functions: BTreeMap<String, FunctionBody>,
    context: Context,
    errexit: bool,
    pipefail: bool,
    depth: usize,
}

impl Builder {
    fn nested(&mut self, text: &str) -> Node {
        if self.depth >= DEPTH {
            return Node::default();
        }
        self.depth += 1;
        let node = if let Some(program) = parse(text) {
            let outer = std::mem::replace(&mut self.source, text.chars().collect());
            let items = program.complete_commands.iter().flat_map(|list| self.items(list)).collect();
            self.source = outer;
            Node::Seq(items)
        } else {
            let from = self.simples.len();
            let node = loose::script(text, &mut self.simples);
            // `bash -c "… <<E … E"`: what ends the document stands in the quotes.
            if let [only] = &self.simples[from..]
                && let Some(script) = unwrap(&only.words).script
            {
                self.simples.truncate(from);
                let node = Node::Sub(Box::new(self.nested(&script)));
                self.depth -= 1;
                return node;
            }
            for simple in &mut self.simples[from..] {
                simple.folder.clone_from(&self.folder);
            }
            node
        };
        self.depth -= 1;
        node
    }

    fn list(&mut self, list: &CompoundList) -> Node {
        Node::Seq(self.items(list))
    }

    fn items(&mut self, list: &CompoundList) -> Vec<(Node, bool)> {
        let mut out = Vec::new();
        for item in &list.0 {
            let outer = self.context;
            self.context.background |= matches!(item.1, SeparatorOperator::Async);
            let mut parts = vec![(After::Anything, self.pipeline(&item.0.first))];
            for next in &item.0.additional {
                let (after, pipeline) = match next {
                    AndOr::And(pipeline) => (After::Success, pipeline),
                    AndOr::Or(pipeline) => (After::Failure, pipeline),
                };
                self.context.after = after;
                parts.push((after, self.pipeline(pipeline)));
            }
            self.context = outer;
            let node = Node::List(parts);
            match item.1 {
                SeparatorOperator::Async => out.push((Node::Background(Box::new(node)), false)),
                SeparatorOperator::Sequence => out.push((node, self.errexit)),
            }
        }
        out
    }

    fn pipeline(&mut self, pipeline: &Pipeline) -> Node {
        let last = pipeline.seq.len().saturating_sub(1);
        let outer = self.context;
        let mut nodes = Vec::new();
        for (place, command) in pipeline.seq.iter().enumerate() {
            if last > 0 {
                self.context.pipe = Some(place);
                self.context.piped_on = outer.piped_on || place < last;
            }
            let from = self.simples.len();
            nodes.push(self.command(command));
            self.feed(from);
        }
        self.context = outer;
        let node = match nodes.pop() {
            Some(only) if nodes.is_empty() => only,
            Some(end) => {
                nodes.push(end);
                Node::Pipe(nodes, self.pipefail)
            }
            None => Node::default(),
        };
        if pipeline.bang { Node::Not(Box::new(node)) } else { node }
    }

    /// `echo text | command`: the text is the command's input.
    fn feed(&mut self, from: usize) {
        let Some((before, after)) = self.simples.split_at_mut_checked(from) else { return };
        let (Some(echo), Some(reader)) = (before.last(), after.first_mut()) else { return };
        let fed = reader.context.pipe.is_some_and(|place| place > 0) && reader.input.is_none();
        if !fed || !echo.context.piped_on {
            return;
        }
        match echo.name() {
            "echo" | "printf" => reader.input = Some(echo.args().join(" ")),
            "cat" if echo.args().iter().all(|word| word == "-") => reader.input.clone_from(&echo.input),
            "find" if reader.wrappers.iter().any(|wrapper| wrapper == "xargs") => {
                reader.sought = Some(echo.args().to_vec());
            }
            _ => {}
        }
    }

    fn command(&mut self, command: &Command) -> Node {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound, redirects) => {
                let from = self.simples.len();
                let node = self.compound(compound);
                let outputs: Vec<_> = redirects.iter().flat_map(|list| &list.0).filter_map(redirect).collect();
                for simple in &mut self.simples[from..] {
                    simple.redirects.extend(outputs.iter().cloned().map(|out| Redirect { append: true, ..out }));
                }
                node
            }
            Command::Function(function) => {
                self.functions.insert(function.fname.value.clone(), function.body.clone());
                Node::default()
            }
            Command::ExtendedTest(_) => Node::default(),
        }
    }

    fn compound(&mut self, compound: &CompoundCommand) -> Node {
        let outer = self.context;
        let node = match compound {
            CompoundCommand::Arithmetic(_) => Node::default(),
            CompoundCommand::BraceGroup(group) => self.list(&group.list),
            CompoundCommand::Subshell(shell) => {
                let (folder, errexit, pipefail) = (self.folder.clone(), self.errexit, self.pipefail);
                let node = self.list(&shell.list);
                (self.folder, self.errexit, self.pipefail) = (folder, errexit, pipefail);
                Node::Sub(Box::new(node))
            }
            CompoundCommand::ForClause(each) => {
                let inner = each.values.iter().flatten().flat_map(|word| plain(&word.value).1).collect::<Vec<_>>();
                let aside = self.substituted(&inner);
                self.context.looped = true;
                let body = self.list(&each.body.list);
                wrap(aside, Node::Loop(None, Box::new(body)))
            }
            CompoundCommand::ArithmeticForClause(each) => {
                self.context.looped = true;
                Node::Loop(None, Box::new(self.list(&each.body.list)))
            }
            CompoundCommand::WhileClause(again) | CompoundCommand::UntilClause(again) => {
                self.context.looped = true;
                let condition = self.list(&again.0);
                self.context.branched = true;
                Node::Loop(Some(Box::new(condition)), Box::new(self.list(&again.1.list)))
            }
            CompoundCommand::CaseClause(case) => {
                self.context.branched = true;
                let bodies = case.cases.iter().filter_map(|item| item.cmd.as_ref());
                let bodies: Vec<_> = bodies.map(|list| self.list(list)).collect();
                Node::Branch(None, bodies)
            }
            CompoundCommand::IfClause(choice) => {
                let condition = self.list(&choice.condition);
                self.context.branched = true;
                let mut bodies = vec![self.list(&choice.then)];
                for other in choice.elses.iter().flatten() {
                    if let Some(condition) = &other.condition {
                        bodies.push(self.list(condition));
                    }
                    bodies.push(self.list(&other.body));
                }
                Node::Branch(Some(Box::new(condition)), bodies)
            }
        };
        self.context = outer;
        node
    }

    fn substituted(&mut self, scripts: &[String]) -> Vec<Node> {
        let outer = (self.context, self.folder.clone());
        self.context = Context {
            substituted: true,
            looped: self.context.looped,
            branched: self.context.branched,
            ..Context::default()
        };
        let nodes = scripts.iter().map(|script| Node::Sub(Box::new(self.nested(script)))).collect();
        (self.context, self.folder) = outer;
        nodes
    }

    fn simple(&mut self, command: &SimpleCommand) -> Node {
        let mut parts = Parts::default();
        for item in command.prefix.iter().flat_map(|prefix| &prefix.0) {
            parts.take(item);
        }
        if let Some(word) = &command.word_or_name {
            parts.word(word);
        }
        for item in command.suffix.iter().flat_map(|suffix| &suffix.0) {
            parts.take(item);
        }
        let text = self.typed(&parts, command);
        let aside = self.substituted(&parts.inner);
        if let Some(body) = parts.words.first().and_then(|name| self.functions.get(name)).cloned()
            && self.depth < DEPTH
        {
            self.depth += 1;
            let node = self.compound(&body.0);
            self.depth -= 1;
            return wrap(aside, node);
        }
        let mut unwrapped = unwrap(&parts.words);
        let name =
            unwrapped.words.first().map(|word| word.rsplit('/').next().unwrap_or(word).to_owned()).unwrap_or_default();
        let bare_shell =
            SHELLS.contains(&name.as_str()) && unwrapped.words.iter().skip(1).all(|word| word.starts_with('-'));
        if bare_shell && parts.input.is_some() {
            unwrapped.script = parts.input.take();
        }
        if let Some(script) = unwrapped.script {
            let outer = (self.context, self.folder.clone(), self.errexit);
            self.errexit = unwrapped.errexit;
            self.context.background |= unwrapped.detached;
            let from = self.simples.len();
            let node = self.nested(&script);
            for simple in &mut self.simples[from..] {
                simple.wrappers.splice(0..0, unwrapped.wrappers.iter().cloned());
                simple.env.splice(0..0, parts.env.iter().chain(&unwrapped.env).cloned());
                simple.redirects.extend(parts.redirects.iter().cloned().map(|out| Redirect { append: true, ..out }));
                simple.context.pipe = simple.context.pipe.or(outer.0.pipe);
            }
            (self.context, self.folder, self.errexit) = outer;
            return wrap(aside, Node::Sub(Box::new(node)));
        }
        let folder = match unwrapped.folder {
            Some(other) => Some(self.folder.as_ref().map_or_else(|| other.clone(), |folder| folder.join(&other))),
            None => self.folder.clone(),
        };
        if unwrapped.words.is_empty() && !aside.is_empty() && parts.redirects.is_empty() {
            // `x=$(command)`: the substitution's status is the command's.
            let mut nodes = aside;
            return nodes.pop().map_or_else(Node::default, |last| wrap(nodes, last));
        }
        parts.env.extend(unwrapped.env);
        let simple = Simple {
            words: unwrapped.words,
            text,
            env: parts.env,
            folder,
            wrappers: unwrapped.wrappers,
            input: parts.input,
            fed_by: parts.fed_by,
            sought: unwrapped.sought,
            redirects: parts.redirects,
            context: self.context,
        };
        self.follow(&simple);
        self.simples.push(simple);
        wrap(aside, Node::Simple(self.simples.len() - 1))
    }

    /// Follows what a command changes of the shell itself: its folder and options.
    fn follow(&mut self, simple: &Simple) {
        let target = simple.args().iter().find(|word| *word == "-" || !word.starts_with('-'));
        match simple.name() {
            "cd" | "pushd" if !simple.context.piped_on => {
                let to = match target.map(String::as_str) {
                    Some("-") => self.previous.clone(),
                    Some(to) => Some(simple.path(to)),
                    None => Some(PathBuf::from("~")),
                };
                self.previous = std::mem::replace(&mut self.folder, to);
            }
            "popd" => self.folder = self.previous.take(),
            "set" => {
                let args = simple.args();
                let has = |name: &str, sign: char| {
                    args.iter().any(|word| {
                        word == name || (word.starts_with('-') && !word.starts_with("--") && word.contains(sign))
                    })
                };
                self.errexit |= has("errexit", 'e');
                self.pipefail |= args.iter().any(|word| word == "pipefail");
            }
            _ => {}
        }
    }

    /// The command as typed, from its first word to its last.
    fn typed(&self, parts: &Parts, command: &SimpleCommand) -> String {
        let slice = match parts.span {
            Some((from, to)) => self.source.get(from..to),
            None => None,
        };
        let mut text: String = slice.map_or_else(|| command.to_string(), |signs| signs.iter().collect());
        if let Some(input) = parts.here.as_ref() {
            text.push('\n');
            text.push_str(input.trim_end());
        }
        text
    }
}

fn wrap(aside: Vec<Node>, node: Node) -> Node {
    if aside.is_empty() { node } else { Node::Aside(aside, Box::new(node)) }
}

/// The pieces of one simple command.
#[derive(Default)]
struct Parts {
    words: Vec<String>,
    env: Vec<(String, String)>,
    redirects: Vec<Redirect>,
    input: Option<String>,
    fed_by: Option<String>,
    here: Option<String>,
    inner: Vec<String>,
    span: Option<(usize, usize)>,
}

impl Parts {
    fn word(&mut self, word: &Word) {
        self.reach(word);
        let (text, inner) = plain(&word.value);
        self.words.push(text);
        self.inner.extend(inner);
    }

    fn reach(&mut self, word: &Word) {
        if let Some(place) = &word.loc {
            let (from, to) = self.span.unwrap_or((place.start.index, place.end.index));
            self.span = Some((from.min(place.start.index), to.max(place.end.index)));
        }
    }

    fn take(&mut self, item: &Item) {
        match item {
            Item::Word(word) => self.word(word),
            Item::AssignmentWord(assignment, word) => {
                let assigned = self.words.is_empty();
                if let (AssignmentName::VariableName(name), AssignmentValue::Scalar(value), true) =
                    (&assignment.name, &assignment.value, assigned)
                {
                    self.reach(word);
                    let (text, inner) = plain(&value.value);
                    self.env.push((name.clone(), text));
                    self.inner.extend(inner);
                } else {
                    self.word(word);
                }
            }
            Item::IoRedirect(io) => {
                match io {
                    IoRedirect::HereDocument(_, here) => {
                        self.input = Some(here.doc.value.clone());
                        self.here = Some(here.doc.value.clone());
                    }
                    IoRedirect::HereString(_, word) => {
                        self.reach(word);
                        let (text, inner) = plain(&word.value);
                        self.input = Some(text);
                        self.inner.extend(inner);
                    }
                    IoRedirect::File(_, Kind::Read, Target::Filename(word)) => {
                        self.reach(word);
                        self.fed_by = Some(plain(&word.value).0);
                    }
                    IoRedirect::File(_, _, Target::Filename(word) | Target::Duplicate(word))
                    | IoRedirect::OutputAndError(word, _) => {
                        self.reach(word);
                    }
                    IoRedirect::File(..) => {}
                }
                self.redirects.extend(redirect(io));
            }
            Item::ProcessSubstitution(_, shell) => {
                self.inner.push(shell.list.to_string());
                self.words.push(format!("<({})", shell.list));
            }
        }
    }
}

/// The file into which a redirect sends output.
fn redirect(io: &IoRedirect) -> Option<Redirect> {
    let (path, append, stdout) = match io {
        IoRedirect::File(fd, Kind::Write | Kind::Clobber, Target::Filename(word)) => {
            (word, false, fd.is_none_or(|n| n == 1))
        }
        IoRedirect::File(fd, Kind::Append, Target::Filename(word)) => (word, true, fd.is_none_or(|n| n == 1)),
        IoRedirect::OutputAndError(word, append) => (word, *append, true),
        _ => return None,
    };
    let path = plain(&path.value).0;
    (!path.starts_with("/dev/")).then_some(Redirect { path, append, stdout })
}
