//! Requests that change something: `curl`, `wget`, `HTTPie`, and requests in code that is given on the command line.

use regex::Regex;

use super::Kind;
use crate::read::shell::Simple;
use crate::read::wording::Wording;

const METHODS: &[&str] = &["POST", "PUT", "PATCH", "DELETE"];

static CODE: Wording = Wording::any_case(&[
    r"\b(requests|httpx|session|client|axios|got|superagent|ky|http|https)\.(post|put|patch|delete)\(|urlopen\([^)]*data\s*=|",
    r#"method\s*[=:]\s*['"](POST|PUT|PATCH|DELETE)['"]|\.request\(\s*['"](POST|PUT|PATCH|DELETE)['"]|smtplib|sendmail\(|send_message\(|"#,
    r"Net::HTTP\.(post|put|delete|patch)|Net::HTTP::(Post|Put|Delete|Patch)|\.(put_object|delete_object|upload_file|send_email)\(",
]);
static URL: Wording = Wording::exact(&[r#"https?://[^\s'"\\)]+"#]);

/// A request that changes something, if the command makes one.
pub(super) fn find(simple: &Simple) -> Option<Kind> {
    let args = simple.args();
    let url = match simple.name() {
        "curl" if curl_changes(args) => address(args),
        "wget"
            if args.iter().any(|word| {
                word.starts_with("--post-") || word.starts_with("--body-") || method_of(word, "--method=")
            }) =>
        {
            address(args)
        }
        "http" | "https" | "xh" | "xhs" if httpie_changes(args) => {
            args.iter().find(|word| !METHODS.contains(&word.to_uppercase().as_str()) && !word.starts_with('-')).cloned()
        }
        name if ["python", "node", "ruby", "deno", "bun", "perl", "php"]
            .iter()
            .any(|program| name.starts_with(program)) =>
        {
            let given = args
                .windows(2)
                .find(|pair| ["-c", "-e", "-r", "--eval", "eval"].contains(&pair[0].as_str()))
                .map(|pair| pair[1].clone());
            let code =
                given.or_else(|| simple.input.clone().filter(|_| args.iter().all(|word| word.starts_with('-'))))?;
            if super::database::code_writes(&code) {
                return Some(database(&code));
            }
            CODE.find(&code)?;
            URL.find(&code).map(|url| url.as_str().to_owned())
        }
        _ => return None,
    };
    let url = url.unwrap_or_default();
    let plain = url.split(['?', '#']).next().unwrap_or_default().to_owned();
    let look = if plain.is_empty() { "the address that it names".to_owned() } else { format!("curl -sS {plain}") };
    let touches = if plain.is_empty() { "an address on the network".to_owned() } else { plain };
    Some(Kind {
        touches,
        look,
        ok: Regex::new(r"(?m)^(HTTP/\S+ )?20\d\b").ok(),
        failed: Regex::new(r"(?m)curl: \(\d+\)|^(HTTP/\S+ )?[45]\d\d\b").ok(),
    })
}

/// The status that the last answer of a request says of an error: its program ends well whatever the server answers.
pub(super) fn refused(simple: &Simple, output: &str) -> Option<String> {
    static STATUS: Wording = Wording::exact(&[r"(?m)^(?:HTTP/\S+ )([1-5]\d\d)\b"]);
    static ALONE: Wording = Wording::exact(&[r"(?m)(?:^|[^\d])([1-5]\d\d)$"]);
    if !["curl", "wget", "http", "https", "xh", "xhs"].contains(&simple.name()) {
        return None;
    }
    let asked = simple.args().iter().any(|word| word.contains("%{http_code}") || word.contains("%{response_code}"));
    let last = |pattern: &Wording, text: &str| {
        let pattern = pattern.regex()?;
        pattern.captures_iter(text).last().and_then(|found| found.get(1)).map(|status| status.as_str().to_owned())
    };
    let alone = || last(&ALONE, output.trim_end().lines().next_back()?);
    let status = if asked { alone() } else { last(&STATUS, output) }?;
    status.starts_with(['4', '5']).then_some(status)
}

/// Code that writes to a database.
fn database(code: &str) -> Kind {
    let at = URL.find(code).map(|url| url.as_str().to_owned());
    let (touches, look) = (at.unwrap_or_else(|| "database".into()), "a SELECT on what it writes".into());
    Kind { touches, look, ok: None, failed: Regex::new(r"(?m)^Traceback|Error:").ok() }
}

/// Whether `curl` is told another method than GET, or given something to send.
fn curl_changes(args: &[String]) -> bool {
    let (mut sends, mut asks) = (false, false);
    let mut words = args.iter().peekable();
    while let Some(word) = words.next() {
        let flag = word.as_str();
        if flag == "-X" || flag == "--request" {
            return words.peek().is_some_and(|method| METHODS.contains(&method.to_uppercase().as_str()));
        }
        if let Some(method) = flag.strip_prefix("-X").or_else(|| flag.strip_prefix("--request=")) {
            return METHODS.contains(&method.to_uppercase().as_str());
        }
        // `-sSX DELETE`, `-sXPUT`: in a bundle the method stands behind the letter.
        if let Some((_, method)) = bundle(flag).and_then(|letters| letters.split_once('X')) {
            let method = if method.is_empty() { words.peek().map_or("", |word| word.as_str()) } else { method };
            return METHODS.contains(&method.to_uppercase().as_str());
        }
        // What it is told to send goes into the address; a method that is named comes first all the same.
        asks |= flag == "-G" || flag == "--get" || flag == "-I" || flag == "--head";
        let long = ["--data", "--form", "--json", "--upload-file", "--mail-from", "--url-query"]
            .iter()
            .any(|name| flag.starts_with(name) && !flag.starts_with("--url"));
        let short = flag.starts_with('-') && !flag.starts_with("--") && {
            // In a bundle (`-sSd`) the letter that takes a value comes last; `-o` and `-H` take the rest.
            let letters: String = flag.chars().skip(1).take_while(char::is_ascii_alphabetic).collect();
            letters.chars().take_while(|letter| !"oHuAewxbcmrT".contains(*letter)).any(|letter| "dF".contains(letter))
                || flag == "-T"
                || letters.ends_with('T')
        };
        sends |= long || short;
    }
    sends && !asks
}

/// The letters of a bundle of short options, up to one that takes the rest as its value.
fn bundle(flag: &str) -> Option<&str> {
    let letters = flag.strip_prefix('-').filter(|letters| !letters.starts_with('-'))?;
    let before = letters.find('X')?;
    (!letters[..before].contains(|letter: char| "oHuAewxbcmrTdF".contains(letter))).then_some(letters)
}

fn httpie_changes(args: &[String]) -> bool {
    let explicit = args.iter().find(|word| word.chars().all(|letter| letter.is_ascii_alphabetic()) && word.len() > 2);
    let known =
        |word: &String| ["GET", "HEAD", "OPTIONS"].iter().chain(METHODS).any(|name| word.eq_ignore_ascii_case(name));
    match explicit.filter(|word| known(word)) {
        Some(method) => METHODS.contains(&method.to_uppercase().as_str()),
        None => args
            .iter()
            .skip(1)
            .any(|word| !word.starts_with('-') && (word.contains(":=") || word.contains('=') && !word.contains("=="))),
    }
}

fn method_of(word: &str, option: &str) -> bool {
    word.strip_prefix(option).is_some_and(|method| METHODS.contains(&method.to_uppercase().as_str()))
}

fn address(args: &[String]) -> Option<String> {
    let whole = args.iter().find(|word| word.contains("://"));
    let bare = || {
        args.iter().rfind(|word| {
            !word.starts_with('-') && (word.contains('.') || word.starts_with("localhost") || word.starts_with('$'))
        })
    };
    whole.or_else(bare).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shell::commands;

    #[test]
    fn a_request_that_sends_is_told_from_one_that_asks() {
        let of = |script: &str| find(&commands(script)[0]).map(|kind| kind.touches);
        assert_eq!(
            of("curl -sS -X POST -d '{\"a\":1}' http://127.0.0.1:18977/releases").as_deref(),
            Some("http://127.0.0.1:18977/releases")
        );
        assert!(of("curl -sSd @x https://a.example/b").is_some() && of("curl --json '{}' https://a.example").is_some());
        assert!(of("curl -F file=@x https://a.example").is_some() && of("curl -XDELETE https://a.example/1").is_some());
        assert!(of("curl -sX DELETE https://a.example/1").is_some() && of("curl -fsSXPUT https://a.example").is_some());
        assert!(of("wget --post-data=x https://a.example").is_some() && of("http POST a.example/b c=d").is_some());
        assert_eq!(of("xh post a.example/x c=d").as_deref(), Some("a.example/x"));
        assert!(of("curl -G -X POST https://a.example/x").is_some());
        assert!(of("python3 -c \"import requests; requests.post('https://a.example/x', json={})\"").is_some());
        for harmless in [
            "curl -N https://a.example",
            "curl -sSfL -o d.tar https://a.example/d",
            "curl -X GET -d x https://a.example",
            "curl -sX GET https://a.example",
            "curl -G -d q=1 https://a.example",
            "curl -d q=1 https://a.example -G",
            "xh get a.example/x q==1",
            "wget https://a.example",
            "python3 -c 'print(1)'",
            "curl -H 'content-type: text/d' https://a.example",
        ] {
            assert_eq!(of(harmless), None, "{harmless}");
        }
    }
    #[test]
    fn the_status_of_the_last_answer_is_what_the_server_said() {
        let of = |script: &str, output: &str| refused(&commands(script)[0], output);
        let head = "HTTP/1.1 100 Continue\n\nHTTP/2 422 \ncontent-type: text/plain\n\n200 is not enough";
        assert_eq!(of("curl -i -X POST https://a.example/x", head).as_deref(), Some("422"));
        let coded = "curl -s -w '%{http_code}' -X POST https://a.example/x";
        assert_eq!(of(coded, "{\"error\":\"no\"}503\n").as_deref(), Some("503"));
        assert_eq!(of(coded, "{\"left\":404}201"), None);
        assert_eq!(of("curl -i -u a:b --digest https://a.example", "HTTP/1.1 401 No\n\nHTTP/1.1 200 OK\n"), None);
        assert_eq!(of("curl -X POST https://a.example/x", "404 rows"), None, "a body is no status");
    }
}
