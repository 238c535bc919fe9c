//! How a message is written: text, `{icon}`, `{argument}` and `{n|one|many}`.
//!
//! `{heart}` is an icon and may carry its own spoken words, `{heart:serce}`. A one-letter name such as `{n}` is a number,
//! and `{n|die|dice}` picks a form for it. `{dice}` and `{things}` are texts with icons of their own.
//! Every other name is a plain text, such as the name of a player. The build script reads messages with this same file.

/// A symbol of the game that stands inside a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Icon {
    /// A life point, or the heart face of a die.
    Heart,
    /// A victory point.
    Star,
    /// An energy cube, or the energy face of a die.
    Energy,
    /// The claw face of a die.
    Claw,
    /// A die.
    Die,
    /// A poison token.
    Poison,
    /// A shrink token.
    Shrink,
    /// A smoke token.
    Smoke,
    /// The mimic token.
    Mimic,
    /// The face 1 of a die.
    One,
    /// The face 2 of a die.
    Two,
    /// The face 3 of a die.
    Three,
}

impl Icon {
    /// All icons.
    pub const ALL: [Icon; 12] = [
        Icon::Heart,
        Icon::Star,
        Icon::Energy,
        Icon::Claw,
        Icon::Die,
        Icon::Poison,
        Icon::Shrink,
        Icon::Smoke,
        Icon::Mimic,
        Icon::One,
        Icon::Two,
        Icon::Three,
    ];

    /// The name in braces, which is also what a page calls its drawing: `heart`, `star`, `energy` and so on.
    pub const fn name(self) -> &'static str {
        [
            "heart", "star", "energy", "claw", "die", "poison", "shrink", "smoke", "mimic", "one",
            "two", "three",
        ][self as usize]
    }

    /// The icon of a name.
    pub fn from_name(name: &str) -> Option<Icon> {
        Icon::ALL.into_iter().find(|icon| icon.name() == name)
    }
}

/// A piece of a message as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node<'a> {
    /// Words.
    Text(&'a str),
    /// A symbol, with its own spoken words or the usual ones.
    Icon(Icon, Option<&'a str>),
    /// Something to be filled in.
    Slot(&'a str),
    /// The forms of a phrase, of which a number picks one.
    Plural(&'a str, Vec<Vec<Node<'a>>>),
}

/// Reads a message. The error is a phrase for whoever wrote it.
pub(crate) fn parse(source: &str) -> Result<Vec<Node<'_>>, String> {
    let mut nodes = Vec::new();
    let mut rest = source;
    while let Some(open) = rest.find('{') {
        if rest[..open].contains('}') {
            return Err(format!("a brace closes that was never opened: {source}"));
        }
        if 0 < open {
            nodes.push(Node::Text(&rest[..open]));
        }
        let close =
            matching(rest, open).ok_or_else(|| format!("a brace never closes: {source}"))?;
        nodes.push(placeholder(&rest[open + 1..close])?);
        rest = &rest[close + 1..];
    }
    if rest.contains('}') {
        return Err(format!("a brace closes that was never opened: {source}"));
    }
    if !rest.is_empty() {
        nodes.push(Node::Text(rest));
    }
    Ok(nodes)
}

/// Where the brace that opens at `open` closes.
fn matching(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn placeholder(inside: &str) -> Result<Node<'_>, String> {
    let name_end = inside.find(['|', ':']).unwrap_or(inside.len());
    let name = &inside[..name_end];
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_') {
        return Err(format!("{{{inside}}} has no proper name"));
    }
    match inside.as_bytes().get(name_end) {
        Some(b'|') => {
            let forms = split_forms(&inside[name_end + 1..]);
            let forms = forms.into_iter().map(parse).collect::<Result<_, _>>()?;
            Ok(Node::Plural(name, forms))
        }
        Some(_) => match Icon::from_name(name) {
            Some(icon) => Ok(Node::Icon(icon, Some(&inside[name_end + 1..]))),
            None => Err(format!("{{{inside}}}: only icons carry spoken words")),
        },
        None => Ok(match Icon::from_name(name) {
            Some(icon) => Node::Icon(icon, None),
            None => Node::Slot(name),
        }),
    }
}

/// Splits at the bars that stand outside inner braces.
fn split_forms(text: &str) -> Vec<&str> {
    let (mut forms, mut depth, mut start) = (Vec::new(), 0usize, 0usize);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'|' if depth == 0 => {
                forms.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    forms.push(&text[start..]);
    forms
}
