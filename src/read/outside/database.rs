//! Database clients that are given statements that write.

use regex::Regex;

use super::Kind;
use crate::read::shell::Simple;
use crate::read::wording::Wording;

static WRITES: Wording = Wording::any_case(&[
    r#"(^|[;\s("'])(insert\s+into|update\s+\S+\s+(\S+\s+)?set|delete\s+from|merge\s+into|replace\s+into|upsert|truncate|drop\s+\w+|alter\s+\w+|create\s+(or\s+replace\s+|unique\s+|temp\w*\s+)*\w+|grant\s|revoke\s|copy\s+\S+\s+from|vacuum|reindex|refresh\s+materialized|call\s+\w+|do\s+\$\$|load\s+data)"#,
]);
static DOCUMENTS: Wording = Wording::exact(&[
    r"\.(insert\w*|update\w*|delete\w*|remove|replace\w*|drop\w*|create\w*|bulkWrite|findOneAnd\w+|findAndModify|renameCollection|save)\(",
]);

const REDIS_READS: &[&str] = &[
    "get",
    "mget",
    "keys",
    "scan",
    "ttl",
    "pttl",
    "exists",
    "type",
    "hget",
    "hgetall",
    "hmget",
    "hkeys",
    "hvals",
    "hlen",
    "lrange",
    "llen",
    "lindex",
    "smembers",
    "scard",
    "sismember",
    "zrange",
    "zscore",
    "zcard",
    "info",
    "ping",
    "dbsize",
    "strlen",
    "object",
    "memory",
    "client",
    "config",
    "monitor",
    "xrange",
    "xlen",
    "xinfo",
    "time",
    "slowlog",
    "cluster",
    "role",
    "command",
];

/// A command that writes to a database, if it is one.
pub(super) fn find(simple: &Simple) -> Option<Kind> {
    let args = simple.args();
    let (touches, look) = match simple.name() {
        "psql" | "mysql" | "mariadb" | "cockroach" | "usql" | "pgcli" | "mycli" | "sqlcmd" | "clickhouse-client"
        | "clickhouse" | "trino" | "presto" | "snowsql" | "cqlsh" | "duckdb" | "vsql" | "sqlplus" | "bq" | "isql"
        | "hive" | "beeline" => {
            let given = statements(simple, &["-c", "--command", "-e", "--execute", "-q", "--query", "-Q"]);
            let from_file =
                args.iter().any(|word| matches!(word.as_str(), "-f" | "--file" | "-i") || word.starts_with("--file="))
                    || simple.fed_by.as_deref().is_some_and(|file| file != "/dev/null");
            let fed = simple.context.pipe.is_some_and(|place| place > 0) && simple.input.is_none();
            let writes = given.iter().any(|text| WRITES.fits(text));
            if !(writes || from_file || (fed && given.is_empty())) {
                return None;
            }
            ("database", "a SELECT on what it writes")
        }
        "mongosh" | "mongo" => {
            let given = statements(simple, &["--eval"]);
            let script = args.iter().any(|word| std::path::Path::new(word).extension().is_some_and(|end| end == "js"));
            let writes = given.iter().any(|text| DOCUMENTS.fits(text));
            if !(writes || script || simple.fed_by.is_some()) {
                return None;
            }
            ("database", "a find() on what it writes")
        }
        "redis-cli" | "valkey-cli" | "keydb-cli" => {
            let values = ["-h", "-p", "-a", "-n", "-u", "--user", "--pass", "-x", "-i", "-r"];
            let mut words = args.iter();
            let verb = loop {
                let word = words.next()?;
                if values.contains(&word.as_str()) {
                    words.next();
                } else if !word.starts_with('-') {
                    break word.to_lowercase();
                }
            };
            if REDIS_READS.contains(&verb.as_str()) {
                return None;
            }
            ("database", "redis-cli get of what it writes")
        }
        _ => return None,
    };
    let failed = Regex::new(r"(?m)^(psql: )?(ERROR|FATAL|error):?|^ERROR \d+|could not connect").ok();
    let ok = Regex::new(
        r"(?m)^(UPDATE|INSERT 0|DELETE|CREATE|ALTER|DROP|TRUNCATE|GRANT|COPY)\b|Query OK|acknowledged: true|^OK$",
    )
    .ok();
    Some(Kind { touches: touches.into(), look: look.into(), ok, failed })
}

/// Code that opens a database of its own accord and writes to it.
pub(super) fn code_writes(code: &str) -> bool {
    const CLIENTS: &[&str] = &[
        "psycopg",
        "pymysql",
        "mysql",
        "sqlalchemy",
        "asyncpg",
        "pg8000",
        "pyodbc",
        "oracledb",
        "snowflake",
        "bigquery",
        "from 'pg'",
        "require('pg')",
        "require(\"pg\")",
        "postgres(",
        "knex",
        "ActiveRecord",
        "PDO(",
    ];
    CLIENTS.iter().any(|client| code.contains(client)) && writes(code) || code.contains("ongo") && DOCUMENTS.fits(code)
}

/// The statements that a client is given: by option, as its last word, or through its input.
fn statements(simple: &Simple, options: &[&str]) -> Vec<String> {
    let args = simple.args();
    let by_option = args.windows(2).filter(|pair| options.contains(&pair[0].as_str())).map(|pair| pair[1].clone());
    let glued = args.iter().filter_map(|word| {
        options
            .iter()
            .filter(|option| option.starts_with("--"))
            .find_map(|option| word.strip_prefix(option)?.strip_prefix('='))
    });
    let spoken = args.iter().filter(|word| word.contains(' '));
    by_option.chain(glued.map(str::to_owned)).chain(spoken.cloned()).chain(simple.input.clone()).collect()
}

/// Whether a text holds a statement that writes.
pub(super) fn writes(text: &str) -> bool {
    WRITES.fits(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shell::commands;

    #[test]
    fn statements_that_write_are_told_from_questions() {
        let of = |script: &str| commands(script).iter().any(|simple| find(simple).is_some());
        assert!(of("psql \"$DATABASE_URL\" <<'SQL'\nselect 1;\nupdate accounts set plan = 'pro' where id = 7;\nSQL"));
        assert!(
            of("mysql -h db -e 'delete from a where id = 1'")
                && of("psql -f fix.sql")
                && of("mysql -h db shop < fix.sql")
                && of("redis-cli -h cache DEL a")
                && of("mongosh --eval 'db.a.deleteMany({})'")
        );
        assert!(
            !of("psql -c 'select * from updates'")
                && !of("redis-cli get a")
                && !of("sqlite3 a.db 'delete from b'")
                && !of("psql --version")
                && !of("psql -c 'select 1' < /dev/null")
                && !of("mongosh --eval 'db.a.find()'")
        );
    }
}
