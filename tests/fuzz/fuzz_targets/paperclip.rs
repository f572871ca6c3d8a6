//! Answers of a task server: a line is a path (`/api/issues/1`), a blank, and the body that stands behind it.
#![no_main]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};

use lastgood::sources::{self, TaskServer, paperclip};
use lastgood_fuzz::{Home, mutate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

type Answers = Arc<Mutex<BTreeMap<String, Vec<u8>>>>;

struct Server {
    home: Home,
    answers: Answers,
}

thread_local!(static SERVER: Server = {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let answers = Answers::default();
    let shared = answers.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let _ = serve(stream, &shared); // a caller that hangs up is no finding
        }
    });
    let mut home = Home::new();
    home.places.tasks = TaskServer::named(Some(&url), |_| None, Path::new("/nowhere"));
    Server { home, answers }
});

fn serve(mut stream: TcpStream, answers: &Answers) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
            break;
        }
    }
    let target = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let path = target.split('?').next().unwrap_or_default().to_owned();
    let body = answers.lock().ok().and_then(|known| known.get(&target).or_else(|| known.get(&path)).cloned());
    let status = if body.is_some() { 200 } else { 404 };
    let body = body.unwrap_or_default();
    let head = format!("HTTP/1.1 {status} x\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
    stream.write_all(head.as_bytes())?;
    stream.write_all(&body)
}

fuzz_target!(|bytes: &[u8]| {
    SERVER.with(|server| {
        let rows = bytes.split(|byte| *byte == b'\n').filter_map(|line| {
            let at = line.iter().position(|byte| *byte == b' ')?;
            Some((String::from_utf8_lossy(&line[..at]).into_owned(), line[at + 1..].to_vec()))
        });
        let rows: BTreeMap<String, Vec<u8>> = rows.collect();
        let tasks: Vec<String> = rows.keys().filter_map(|path| path.strip_prefix("/api/issues/")).filter(|rest| !rest.contains('/')).map(str::to_owned).collect();
        *server.answers.lock().expect("answers") = rows;
        let _ = sources::found(&server.home.places);
        for key in tasks.iter().take(2) {
            if let Ok(row) = paperclip::at(&server.home.places, key) {
                server.home.read(&row);
            }
        }
    });
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutate(data, size, max_size, seed) });
