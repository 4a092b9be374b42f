//! A small reader of JSON, for what the conformance tool writes.

use std::collections::HashMap;

#[derive(Debug)]
pub enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(HashMap<String, Json>),
}

static NOTHING: Json = Json::Null;

impl Json {
    /// Reads a text; panics with the place of what is wrong.
    pub fn read(text: &str) -> Json {
        let mut reader = Reader {
            bytes: text.as_bytes(),
            place: 0,
        };
        let json = reader.value();
        reader.skip_space();
        assert_eq!(reader.place, text.len(), "something stands behind the JSON");
        json
    }

    /// Returns a member; null if there is none.
    pub fn get(&self, name: &str) -> &Json {
        match self {
            Json::Object(members) => members.get(name).unwrap_or(&NOTHING),
            _ => &NOTHING,
        }
    }

    pub fn is_null(&self) -> bool {
        matches!(self, Json::Null)
    }

    pub fn has(&self, name: &str) -> bool {
        matches!(self, Json::Object(members) if members.contains_key(name))
    }

    pub fn is_true(&self) -> bool {
        matches!(self, Json::Bool(true))
    }

    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            _ => "",
        }
    }

    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(list) => list,
            _ => &[],
        }
    }

    pub fn number(&self) -> i64 {
        match self {
            Json::Number(number) => *number,
            Json::Text(text) => text.parse().unwrap_or_else(|_| panic!("'{text}' is no number")),
            other => panic!("{other:?} is no number"),
        }
    }

    pub fn id(&self) -> i32 {
        self.number().try_into().expect("an id has 32 bits")
    }

    pub fn ids(&self) -> Vec<i32> {
        self.list().iter().map(Json::id).collect()
    }

    /// Pairs of ids, [[1, 2], ...].
    pub fn pairs(&self) -> Vec<(i32, i32)> {
        self.list()
            .iter()
            .map(|pair| (pair.list()[0].id(), pair.list()[1].id()))
            .collect()
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        while self.bytes.get(self.place).map_or(false, u8::is_ascii_whitespace) {
            self.place += 1;
        }
    }

    fn peek(&mut self) -> u8 {
        self.skip_space();
        *self.bytes.get(self.place).expect("the JSON ends too early")
    }

    fn take(&mut self, expected: &str) {
        self.skip_space();
        assert!(
            self.bytes[self.place..].starts_with(expected.as_bytes()),
            "{expected} at byte {}",
            self.place
        );
        self.place += expected.len();
    }

    /// Takes values up to a mark, with commas between them.
    fn items(&mut self, close: &str, mut item: impl FnMut(&mut Self)) {
        while self.peek() != close.as_bytes()[0] {
            item(self);
            if self.peek() == b',' {
                self.place += 1;
            }
        }
        self.take(close);
    }

    fn value(&mut self) -> Json {
        match self.peek() {
            b'n' => {
                self.take("null");
                Json::Null
            }
            b't' => {
                self.take("true");
                Json::Bool(true)
            }
            b'f' => {
                self.take("false");
                Json::Bool(false)
            }
            b'"' => Json::Text(self.text()),
            b'[' => {
                let mut list = Vec::new();
                self.take("[");
                self.items("]", |reader| list.push(reader.value()));
                Json::List(list)
            }
            b'{' => {
                let mut members = HashMap::new();
                self.take("{");
                self.items("}", |reader| {
                    let name = reader.text();
                    reader.take(":");
                    members.insert(name, reader.value());
                });
                Json::Object(members)
            }
            _ => {
                let rest = &self.bytes[self.place..];
                let length = rest
                    .iter()
                    .take_while(|byte| matches!(byte, b'-' | b'0'..=b'9'))
                    .count();
                self.place += length;
                let digits = std::str::from_utf8(&rest[..length]).expect("digits");
                Json::Number(digits.parse().expect("a whole number"))
            }
        }
    }

    fn text(&mut self) -> String {
        self.take("\"");
        let mut bytes = Vec::new();
        loop {
            let byte = self.bytes[self.place];
            self.place += 1;
            match byte {
                b'"' => return String::from_utf8(bytes).expect("UTF-8"),
                b'\\' => self.escape(&mut bytes),
                other => bytes.push(other),
            }
        }
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) {
        let letter = self.bytes[self.place];
        self.place += 1;
        match letter {
            b'n' => bytes.push(b'\n'),
            b't' => bytes.push(b'\t'),
            b'r' => bytes.push(b'\r'),
            b'b' => bytes.push(8),
            b'f' => bytes.push(12),
            b'u' => {
                let digits = std::str::from_utf8(&self.bytes[self.place..self.place + 4]).expect("digits");
                self.place += 4;
                let code = u32::from_str_radix(digits, 16).expect("a number in hexadecimal");
                let letter = char::from_u32(code).expect("no half of a pair");
                bytes.extend(letter.to_string().bytes());
            }
            other => bytes.push(other),
        }
    }
}

#[test]
fn json_is_read() {
    let json = Json::read(r#" {"a": [1, -2, null], "b": "x\n\u00e4\"", "c": {"d": true}} "#);
    assert_eq!(
        json.get("a").list()[..2].iter().map(Json::number).collect::<Vec<_>>(),
        [1, -2]
    );
    assert!(json.get("a").list()[2].is_null() && json.get("c").get("d").is_true() && !json.has("d"));
    assert_eq!(json.get("b").text(), "x\nä\"");
}
