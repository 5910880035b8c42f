//! Marks: anomalies of a message, which become evidence and never errors.

/// One oddity, named for people and for tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// The message is empty.
    Empty,
    /// No header stands before the text.
    NoHeaders,
    /// A line among the headers is none.
    BrokenHeader,
    /// The message ends within its headers.
    NoBody,
    /// A zero byte stands in a header or a text.
    Nul,
    /// A multipart does not name its boundary.
    NoBoundary,
    /// The boundary that a multipart names never appears.
    AbsentBoundary,
    /// The last boundary of a multipart is missing.
    OpenBoundary,
    /// Text follows a boundary on its line.
    LooseBoundary,
    /// A multipart is closed before its first part.
    NoParts,
    /// Long text or a link stands before the first part of a multipart.
    Preamble,
    /// Text stands behind the last part of a multipart.
    Epilogue,
    /// A content type or disposition cannot be understood.
    BrokenType,
    /// The transfer encoding is none that exists.
    UnknownEncoding,
    /// Base64 that is none, in part.
    BrokenBase64,
    /// Quoted-printable that is none, in part.
    BrokenQuoted,
    /// Encoded words of a header that cannot be decoded.
    BrokenWord,
    /// A charset that nobody knows.
    UnknownCharset,
    /// Bytes that are none in the charset they are said to be in.
    WrongCharset,
    /// Bytes above ASCII in no declared charset.
    UndeclaredCharset,
    /// A part is encrypted.
    Encrypted,
    /// A part is signed.
    Signed,
    /// The message holds another message.
    Forwarded,
    /// An attachment whose name ends like that of a program.
    Program,
    /// Text that is there and not shown.
    HiddenText,
    /// A comment or an empty element within a word.
    SplitWord,
    /// Letters written as numbers.
    NumericLetters,
    /// Plain letters are written as mathematical, wide or enclosed ones.
    CompatibilityLetters,
    /// Words mix letters of several scripts that look alike.
    MixedScripts,
    /// Characters that are not seen stand within words.
    InvisibleLetters,
    /// A script.
    Script,
    /// A form.
    Form,
    /// A frame or an embedded object.
    Frame,
    /// A picture that is fetched from elsewhere.
    RemoteImage,
    /// A picture of a pixel or so.
    TinyImage,
    /// A link that shows one host and goes to another.
    Mismatch,
    /// A page that sends its reader elsewhere by itself.
    Refresh,
    /// Not all of the message was read.
    CapMessage,
    /// Not all parts were read.
    CapParts,
    /// Parts stand deeper in each other than is read.
    CapDepth,
    /// Not all headers were read.
    CapHeaders,
    /// Not all of a header was read.
    CapHeader,
    /// Not all of a text was read.
    CapText,
    /// Not all of the attached texts was read.
    CapAttached,
    /// Not all tokens were taken.
    CapTokens,
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 45] = [
        Self::Empty,
        Self::NoHeaders,
        Self::BrokenHeader,
        Self::NoBody,
        Self::Nul,
        Self::NoBoundary,
        Self::AbsentBoundary,
        Self::OpenBoundary,
        Self::LooseBoundary,
        Self::NoParts,
        Self::Preamble,
        Self::Epilogue,
        Self::BrokenType,
        Self::UnknownEncoding,
        Self::BrokenBase64,
        Self::BrokenQuoted,
        Self::BrokenWord,
        Self::UnknownCharset,
        Self::WrongCharset,
        Self::UndeclaredCharset,
        Self::Encrypted,
        Self::Signed,
        Self::Forwarded,
        Self::Program,
        Self::HiddenText,
        Self::SplitWord,
        Self::NumericLetters,
        Self::CompatibilityLetters,
        Self::MixedScripts,
        Self::InvisibleLetters,
        Self::Script,
        Self::Form,
        Self::Frame,
        Self::RemoteImage,
        Self::TinyImage,
        Self::Mismatch,
        Self::Refresh,
        Self::CapMessage,
        Self::CapParts,
        Self::CapDepth,
        Self::CapHeaders,
        Self::CapHeader,
        Self::CapText,
        Self::CapAttached,
        Self::CapTokens,
    ];

    /// The name of the mark.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one for each mark")]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::NoHeaders => "no-headers",
            Self::BrokenHeader => "broken-header",
            Self::NoBody => "no-body",
            Self::Nul => "nul",
            Self::NoBoundary => "no-boundary",
            Self::AbsentBoundary => "absent-boundary",
            Self::OpenBoundary => "open-boundary",
            Self::LooseBoundary => "loose-boundary",
            Self::NoParts => "no-parts",
            Self::Preamble => "preamble",
            Self::Epilogue => "epilogue",
            Self::BrokenType => "broken-type",
            Self::UnknownEncoding => "unknown-encoding",
            Self::BrokenBase64 => "broken-base64",
            Self::BrokenQuoted => "broken-quoted-printable",
            Self::BrokenWord => "broken-encoded-word",
            Self::UnknownCharset => "unknown-charset",
            Self::WrongCharset => "wrong-charset",
            Self::UndeclaredCharset => "undeclared-charset",
            Self::Encrypted => "encrypted",
            Self::Signed => "signed",
            Self::Forwarded => "forwarded",
            Self::Program => "program",
            Self::HiddenText => "hidden-text",
            Self::SplitWord => "split-word",
            Self::NumericLetters => "numeric-letters",
            Self::CompatibilityLetters => "compatibility-letters",
            Self::MixedScripts => "mixed-scripts",
            Self::InvisibleLetters => "invisible-letters",
            Self::Script => "script",
            Self::Form => "form",
            Self::Frame => "frame",
            Self::RemoteImage => "remote-image",
            Self::TinyImage => "tiny-image",
            Self::Mismatch => "link-mismatch",
            Self::Refresh => "refresh",
            Self::CapMessage => "cap-message",
            Self::CapParts => "cap-parts",
            Self::CapDepth => "cap-depth",
            Self::CapHeaders => "cap-headers",
            Self::CapHeader => "cap-header",
            Self::CapText => "cap-text",
            Self::CapAttached => "cap-attached",
            Self::CapTokens => "cap-tokens",
        }
    }
}

/// The marks of a message or a part, each once, in the order they were met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(Vec<Mark>);

impl Marks {
    /// Note a mark.
    pub fn add(&mut self, mark: Mark) {
        if !self.0.contains(&mark) {
            self.0.push(mark);
        }
    }

    /// Note all marks of another.
    pub fn extend(&mut self, other: &Self) {
        other.iter().for_each(|mark| self.add(mark));
    }

    /// Whether a mark was noted.
    #[must_use]
    pub fn has(&self, mark: Mark) -> bool {
        self.0.contains(&mark)
    }

    /// The marks.
    pub fn iter(&self) -> impl Iterator<Item = Mark> + '_ {
        self.0.iter().copied()
    }
}
