//! Data as its report has it: without what is kept for the program alone.

use serde::Serialize;
use serde_json::Value;

/// The data as JSON, indented, with a line end; fields whose names begin with `_` are no part of a report.
pub fn reported(data: &impl Serialize) -> String {
    // Plain data with text keys always becomes JSON.
    let mut value = serde_json::to_value(data).unwrap_or_default();
    public(&mut value);
    serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
}

fn public(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.starts_with('_'));
            fields.values_mut().for_each(public);
        }
        Value::Array(items) => items.iter_mut().for_each(public),
        _ => {}
    }
}
