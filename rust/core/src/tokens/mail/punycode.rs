//! Punycode decoder (RFC 3492): labels of hosts in the letters they are shown in.

use super::script::{Class, class};

/// What labels with other letters begin with.
const PREFIX: &str = "xn--";
/// Longer labels are none, and decoding costs the square of their length.
const LONGEST: usize = 63;

/// A host in lower case as readers are shown it, if some label of it stands for other letters.
pub fn shown(host: &str) -> Option<String> {
    let mut is_other = false;
    let labels = host.split('.').map(|label| {
        let letters = decoded(label);
        is_other |= letters.is_some();
        letters.unwrap_or_else(|| label.to_owned())
    });
    let host = labels.collect::<Vec<_>>().join(".");
    is_other.then_some(host)
}

/// The letters that a label stands for, if it stands for letters.
fn decoded(label: &str) -> Option<String> {
    let code =
        label.strip_prefix(PREFIX).filter(|code| code.is_ascii() && code.len() <= LONGEST)?;
    let (plain, code) = code.rsplit_once('-').unwrap_or(("", code));
    let letters = insert(plain.chars().collect(), code.as_bytes())?;
    let is_letter = |c: &char| c.is_ascii() || matches!(class(*c), Class::Word | Class::Dense);
    (letters.iter().all(is_letter) && !letters.iter().all(char::is_ascii))
        .then(|| letters.into_iter().collect())
}

/// Put the characters of a code among plain ones.
fn insert(mut text: Vec<char>, mut code: &[u8]) -> Option<Vec<char>> {
    let (mut number, mut at, mut bias) = (0x80_u32, 0_u32, 72);
    while !code.is_empty() {
        let (delta, rest) = delta(code, bias)?;
        let length = text.len() as u32 + 1;
        bias = adapted(delta, length, at == 0);
        at = at.checked_add(delta)?;
        number = number.checked_add(at / length)?;
        at %= length;
        text.insert(at as usize, char::from_u32(number)?);
        at += 1;
        code = rest;
    }
    Some(text)
}

/// A number of several digits, and what follows it.
fn delta(code: &[u8], bias: u32) -> Option<(u32, &[u8])> {
    let (mut value, mut weight) = (0_u32, 1_u32);
    for (i, byte) in code.iter().enumerate() {
        let digit = match byte {
            b'a'..=b'z' => byte - b'a',
            b'0'..=b'9' => byte - b'0' + 26,
            _ => return None,
        };
        let digit = u32::from(digit);
        value = value.checked_add(digit.checked_mul(weight)?)?;
        let threshold = (36 * (i as u32 + 1)).saturating_sub(bias).clamp(1, 26);
        if digit < threshold {
            return Some((value, &code[i + 1..]));
        }
        weight = weight.checked_mul(36 - threshold)?;
    }
    None
}

/// How large the next number is thought to be.
fn adapted(delta: u32, length: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / 700 } else { delta / 2 };
    delta += delta / length;
    let mut steps = 0;
    while delta > 455 {
        delta /= 35;
        steps += 36;
    }
    steps + 36 * delta / (delta + 38)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Labels become the letters they stand for, one by one.
    #[test]
    fn labels_are_decoded() {
        for (host, expected) in [
            ("xn--bcher-kva.example", "bücher.example"),
            ("www.xn--pypal-4ve.example", "www.pаypal.example"),
            ("xn--80ak6aa92e.example", "аррӏе.example"),
            ("xn--fiqs8s", "中国"),
            ("xn--bcher-kva.xn--!.example", "bücher.xn--!.example"),
        ] {
            assert_eq!(shown(host).as_deref(), Some(expected), "{host}");
        }
    }

    /// What stands for no letters stays as it is, so that no host can pretend to be another.
    #[test]
    fn other_labels_stay() {
        let long = format!("xn--{}-kva", "a".repeat(70));
        for host in ["a.example", "xn--", "xn--a", "xn--abc-", "xn--99999999", "xn--é-kva", &long]
        {
            assert_eq!(shown(host), None, "{host}");
        }
    }
}
