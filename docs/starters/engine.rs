// An engine as a program for fsm drive: rustc --edition 2021 -O engine.rs && fsm drive -- ./engine.
// Put your own in the place of Engine.
// It needs nothing but the standard library; with serde_json, Json and its reader below are not needed.
use std::io::{stdin, stdout, BufRead, Write};

const STEPS: [&str; 10] = ["untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers",
    "end_of_combat", "postcombat_main", "end", "cleanup"];
const CAN: &str = r#"["extra_turns"]"#;

/// Turns, steps and extra turns, and nothing else.
#[derive(Default)]
struct Engine { players: Vec<String>, due: usize, turn: u32, extra: Vec<String>, steps: Vec<&'static str> }

impl Engine {
    fn new(players: Vec<String>, first: &str) -> Self {
        let due = players.iter().position(|one| one == first).unwrap();
        Engine { players, due, ..Default::default() }
    }

    /// To the next step or main phase in which players get priority; what begins on the way.
    fn go_on(&mut self) -> Vec<String> {
        let mut seen = vec![];
        loop {
            if self.steps.is_empty() {
                let active = self.next_player();
                seen.push(format!(r#"{{"begins": "turn", "active": {}}}"#, quoted(&active)));
                let draws = self.turn > 1 || self.players.len() > 2;
                self.steps = STEPS.into_iter().filter(|step| draws || *step != "draw").collect();
            }
            let step = self.steps.remove(0);
            let kind = if step.ends_with("main") { "phase" } else { "step" };
            seen.push(format!(r#"{{"begins": "{kind}", "{kind}": "{step}"}}"#));
            if step != "untap" && step != "cleanup" { return seen; }
        }
    }

    fn next_player(&mut self) -> String {
        self.turn += 1;
        if !self.extra.is_empty() { return self.extra.remove(0); }
        let player = self.players[self.due].clone();
        self.due = (self.due + 1) % self.players.len();
        player
    }

    /// One instruction of an act; what the engine cannot do, if it cannot.
    fn carry_out(&mut self, one: &Json) -> Option<String> {
        if one.get("do").text() != "extra_turn" { return Some(one.get("do").text()); }
        self.extra.insert(0, one.get("player").text());
        None
    }
}

fn answer(asked: &Json, engine: &mut Engine) -> String {
    match asked.get("ask").text().as_str() {
        "hello" => return format!(r#"{{"engine": "starter", "can": {CAN}}}"#),
        "start" => {
            let setup = asked.get("setup");
            *engine = Engine::new(setup.get("players").list().iter().map(Json::text).collect(), &setup.get("first").text());
        }
        "act" => {
            let cannot: Vec<_> = asked.get("act").get("do").list().iter().filter_map(|one| engine.carry_out(one)).collect();
            if cannot.is_empty() { return r#"{"seen": []}"#.into(); }
            return format!(r#"{{"cannot": {}}}"#, quoted(&cannot.join(", ")));
        }
        _ => {}
    }
    format!(r#"{{"seen": [{}]}}"#, engine.go_on().join(", "))
}

fn main() {
    let mut engine = Engine::default();
    for line in stdin().lock().lines() {
        let asked = Json::read(&mut line.unwrap().chars().peekable());
        println!("{}", answer(&asked, &mut engine));
        stdout().flush().unwrap();
    }
}

fn quoted(text: &str) -> String { format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")) }

/// A value of a line; numbers, true, false and null are texts.
enum Json { Text(String), List(Vec<Json>), Map(Vec<(String, Json)>) }

impl Json {
    fn text(&self) -> String { if let Json::Text(text) = self { text.clone() } else { String::new() } }
    fn list(&self) -> &[Json] { if let Json::List(list) = self { list } else { &[] } }
    fn get(&self, key: &str) -> &Json {
        const NOTHING: &Json = &Json::List(vec![]);
        let Json::Map(map) = self else { return NOTHING };
        map.iter().find(|(name, _)| name == key).map_or(NOTHING, |(_, value)| value)
    }

    fn read(from: &mut std::iter::Peekable<std::str::Chars>) -> Json {
        while from.next_if(|c| " ,:".contains(*c)).is_some() {}
        match from.next().unwrap() {
            '"' => {
                let mut text = String::new();
                while let Some(c) = from.next().filter(|c| *c != '"') {
                    if c != '\\' { text.push(c); continue; }
                    match from.next().unwrap() {
                        'u' => text.extend(char::from_u32(u32::from_str_radix(&from.take(4).collect::<String>(), 16).unwrap())),
                        'n' => text.push('\n'),
                        c => text.push(c),
                    }
                }
                Json::Text(text)
            }
            open @ ('[' | '{') => {
                let mut values = vec![];
                while from.next_if(|c| " ,".contains(*c)).is_some() || !"]}".contains(*from.peek().unwrap()) {
                    if !" ,]}".contains(*from.peek().unwrap()) { values.push(Json::read(from)); }
                }
                from.next();
                if open == '[' { return Json::List(values); }
                let mut map = vec![];
                let mut rest = values.into_iter();
                while let (Some(key), Some(value)) = (rest.next(), rest.next()) { map.push((key.text(), value)); }
                Json::Map(map)
            }
            first => {
                let mut text = String::from(first);
                while let Some(c) = from.next_if(|c| !",]}".contains(*c)) { text.push(c); }
                Json::Text(text)
            }
        }
    }
}
