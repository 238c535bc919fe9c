//! A picture that moves: still pictures of a page, one after the other, in one WebP file.

use crate::Page;
use crate::page::base64;
use serde_json::Value;

/// What one picture changes in the one before it: a lossy WebP as the browser makes it, where it lies, and how many
/// milliseconds it is shown.
pub struct Frame {
    /// The part that changes.
    pub picture: Vec<u8>,
    /// Its place from the left and from the top: even numbers.
    pub place: (u32, u32),
    /// Its width and height.
    pub size: (u32, u32),
    /// How long it is shown.
    pub milliseconds: u32,
}

/// Joins pictures into one of this size that moves for ever. `None` if one of them is not a lossy WebP.
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
        let (left, top) = frame.place;
        let (width, height) = frame.size;
        for number in [left / 2, top / 2, width - 1, height - 1, frame.milliseconds] {
            one.extend(three(number));
        }
        // It replaces what was there, and stays.
        one.push(0b0000_0010);
        chunk(&mut one, b"VP8 ", lossy(&frame.picture)?);
        chunk(&mut body, b"ANMF", &one);
    }
    let mut file = Vec::new();
    chunk(&mut file, b"RIFF", &body);
    Some(file)
}

/// Finds what each picture changes in the one before it, and packs only that. It works in a tab of its own.
pub struct Packer(Page);

/// Takes a PNG in base64; gives the rectangle that differs from the one before as a lossy WebP, or nothing if none does.
const PACK: &str = "window.pack = async (png) => { \
    const drawn = await createImageBitmap(new Blob([Uint8Array.from(atob(png), c => c.charCodeAt(0))], { type: 'image/png' })); \
    const { width, height } = drawn, whole = new OffscreenCanvas(width, height), brush = whole.getContext('2d', { alpha: false, willReadFrequently: true }); \
    brush.drawImage(drawn, 0, 0); \
    const now = new Uint32Array(brush.getImageData(0, 0, width, height).data.buffer), before = window.before; \
    let [left, top, right, bottom] = before ? [width, height, 0, 0] : [0, 0, width, height]; \
    if (before) for (let at = 0; at < now.length; at++) if (now[at] !== before[at]) { \
      const x = at % width, y = (at - x) / width; left = Math.min(left, x); right = Math.max(right, x + 1); top = Math.min(top, y); bottom = y + 1; } \
    window.before = now; \
    if (right <= left) return null; \
    left -= left % 2; top -= top % 2; \
    const part = new OffscreenCanvas(right - left, bottom - top); \
    part.getContext('2d', { alpha: false }).drawImage(whole, -left, -top); \
    const packed = new Uint8Array(await (await part.convertToBlob({ type: 'image/webp', quality: QUALITY })).arrayBuffer()); \
    let text = ''; for (const byte of packed) text += String.fromCharCode(byte); \
    return { left, top, width: right - left, height: bottom - top, picture: btoa(text) }; }";

impl Packer {
    /// Packs with this quality, from 0 to 1, in an empty tab.
    pub fn new(tab: Page, quality: f64) -> Packer {
        tab.eval(&format!("{}; 1", PACK.replace("QUALITY", &quality.to_string())));
        Packer(tab)
    }

    /// What this picture, a PNG in base64, changes in the one before it; nothing if it is the same.
    pub fn pack(&self, png: &str, milliseconds: u32) -> Option<Frame> {
        let part = self.0.eval(&format!("pack({})", Value::from(png)));
        let number = |name: &str| part[name].as_u64().and_then(|number| u32::try_from(number).ok());
        Some(Frame {
            picture: base64(part["picture"].as_str()?),
            place: (number("left")?, number("top")?),
            size: (number("width")?, number("height")?),
            milliseconds,
        })
    }
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
        let frames = [(&b"one"[..], (0, 0), (640, 400), 120), (&b"four"[..], (4, 6), (20, 10), 80)]
            .map(|(inside, place, size, milliseconds)| Frame {
                picture: still(inside),
                place,
                size,
                milliseconds,
            });
        let file = joined(&frames, (640, 400)).unwrap();
        assert_eq!(&file[..4], b"RIFF");
        assert_eq!(u32::from_le_bytes(file[4..8].try_into().unwrap()) as usize, file.len() - 8);
        let at = |words: &[u8]| file.windows(words.len()).position(|part| part == words).unwrap();
        assert!(at(b"VP8X") < at(b"ANIM") && at(b"ANIM") < at(b"one") && at(b"one") < at(b"four"));
        // 639 and 399, then 120 milliseconds.
        let first = at(b"ANMF") + 8;
        assert_eq!(file[first + 6..first + 15], [127, 2, 0, 143, 1, 0, 120, 0, 0]);
        // The second lies at 4, 6, which is written in steps of two, and is 20 by 10.
        let second = first + at(b"four") - at(b"one");
        assert_eq!(file[second..second + 15], [2, 0, 0, 3, 0, 0, 19, 0, 0, 9, 0, 0, 80, 0, 0]);
        let [mut wrong, _] = frames;
        wrong.picture = b"no".to_vec();
        assert!(joined(&[wrong], (2, 2)).is_none());
    }
}
