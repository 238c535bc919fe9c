//! A picture that moves: still pictures of a page, one after the other, in one WebP file.

/// One still picture, a lossy WebP as the browser makes it, and how many milliseconds it is shown.
pub struct Frame {
    /// The picture.
    pub picture: Vec<u8>,
    /// How long it is shown.
    pub milliseconds: u32,
}

/// Joins pictures of one size into one that moves for ever. `None` if one of them is not a lossy WebP.
pub fn joined(frames: &[Frame], (width, height): (u32, u32)) -> Option<Vec<u8>> {
    let mut body = b"WEBP".to_vec();
    // Flags: it moves. Sizes are written one less than they are, in three bytes.
    let mut head = vec![0b0000_0010, 0, 0, 0];
    head.extend(three(width - 1));
    head.extend(three(height - 1));
    chunk(&mut body, b"VP8X", &head);
    // No background, and again without end.
    chunk(&mut body, b"ANIM", &[0, 0, 0, 0, 0, 0]);
    for frame in frames {
        let mut one = Vec::new();
        for number in [0, 0, width - 1, height - 1, frame.milliseconds] {
            one.extend(three(number));
        }
        // It replaces what was there.
        one.push(0b0000_0010);
        chunk(&mut one, b"VP8 ", lossy(&frame.picture)?);
        chunk(&mut body, b"ANMF", &one);
    }
    let mut file = Vec::new();
    chunk(&mut file, b"RIFF", &body);
    Some(file)
}

fn three(number: u32) -> [u8; 3] {
    let [low, middle, high, _] = number.to_le_bytes();
    [low, middle, high]
}

fn chunk(file: &mut Vec<u8>, name: &[u8; 4], inside: &[u8]) {
    file.extend(name);
    file.extend((inside.len() as u32).to_le_bytes());
    file.extend(inside);
    if inside.len() % 2 == 1 {
        file.push(0);
    }
}

/// The picture itself inside a file with one picture.
fn lossy(file: &[u8]) -> Option<&[u8]> {
    let mut rest = file.strip_prefix(b"RIFF")?.get(4..)?.strip_prefix(b"WEBP")?;
    while let Some((name, more)) = rest.split_at_checked(4) {
        let (size, more) = more.split_at_checked(4)?;
        let size = u32::from_le_bytes(size.try_into().ok()?) as usize;
        let inside = more.get(..size)?;
        if name == b"VP8 " {
            return Some(inside);
        }
        rest = more.get(size + size % 2..)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn still(inside: &[u8]) -> Vec<u8> {
        let mut body = b"WEBP".to_vec();
        chunk(&mut body, b"VP8 ", inside);
        let mut file = Vec::new();
        chunk(&mut file, b"RIFF", &body);
        file
    }

    #[test]
    fn frames_are_joined_in_order_with_their_times() {
        let frames = [(&b"one"[..], 120), (&b"four"[..], 80)]
            .map(|(inside, milliseconds)| Frame { picture: still(inside), milliseconds });
        let file = joined(&frames, (640, 400)).unwrap();
        assert_eq!(&file[..4], b"RIFF");
        assert_eq!(u32::from_le_bytes(file[4..8].try_into().unwrap()) as usize, file.len() - 8);
        let at = |words: &[u8]| file.windows(words.len()).position(|part| part == words).unwrap();
        assert!(at(b"VP8X") < at(b"ANIM") && at(b"ANIM") < at(b"one") && at(b"one") < at(b"four"));
        // 639 and 399, then 120 milliseconds.
        let first = at(b"ANMF") + 8;
        assert_eq!(file[first + 6..first + 15], [127, 2, 0, 143, 1, 0, 120, 0, 0]);
        assert!(joined(&[Frame { picture: b"no".to_vec(), milliseconds: 1 }], (2, 2)).is_none());
    }
}
