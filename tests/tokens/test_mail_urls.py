"""URLs of messages: hosts, paths, and what is odd about them."""

import pytest
from tokens.messages import header, html, words

HOST = ["url:a.example", "url:example"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://a.example", HOST),
        ("https://A.EXAMPLE/", HOST),
        ("ftp://a.example.", HOST),
        ("<http://a.example>", HOST),
        ("(http://a.example), x", HOST),
        ('"http://a.example"', HOST),
        ("“http://a.example”", HOST),
        ("see,http://a.example", ["see", *HOST]),
        ("点击http://a.example。谢谢", ["点击", *HOST, "谢谢"]),
        ("http://a.example/b—and", [*HOST, "and"]),
        ("http://a.example'sale", [*HOST, "sale"]),
        ("1http://a.example", HOST),
        ("http://a.example/buy/now?id=free", [*HOST, "path:buy", "path:now", "path:free"]),
        ("x" * 21 + "://a.example", ["long:x-20", "a.example"]),
        ("http:/a.example", ["http", "a.example"]),
        ("http://", []),
    ],
)
def test_url_in_text(text, expected):
    """A URL is found in a text wherever it begins, and ends where readers see it end."""
    assert words(text) == expected


def test_hosts():
    """Hosts alone are tokens if the path is not wanted."""
    assert words("see http://a.example/buy", urls="hosts") == ["see", *HOST]


def test_as_words():
    """A URL is words like any others if that is wanted."""
    assert words("http://a.example/buy", urls="words") == ["http", "a.example", "buy"]
    assert html("<a href='http://a.example/buy'>here</a>", urls="words") == [
        *["here", "http", "a.example", "buy"]
    ]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://bank.example@a.example/", [*HOST, "odd:user"]),
        ("http://a.example:8080/", [*HOST, "odd:port"]),
        ("http://a.example:80/", HOST),
        ("http://10.1.2.3/", ["url:10.1.2.3", "url:10.1.2", "url:10.1", "odd:address"]),
        ("http://3232235777/", ["url:3232235777", "odd:address"]),
        ("http://0X7F000001/", ["url:0x7f000001", "odd:address"]),
        ("http://defaced/", ["url:defaced"]),
        ("http://%61.example/", ["url:%61.example", "url:example", "odd:escaped"]),
        ("http://XN--bcher-kva/", ["url:bücher", "odd:punycode"]),
        (
            "http://[2001:db8::1]/",
            [f"url:2001:db8:0{end}" for end in (":0:0:0:0:1", ":0", "")] + ["odd:address"],
        ),
        (
            "http://[::ffff:10.1.2.3]:81",
            ["url:10.1.2.3", "url:10.1.2", "url:10.1", "odd:port", "odd:address"],
        ),
    ],
)
def test_odd_hosts(url, expected):
    """What is odd about a host is a token, in a text as in a link."""
    assert words(url) == expected
    assert html(f"<a href='{url}'></a>") == expected


def test_deep_host():
    """A host deep below its domain is odd."""
    assert "odd:deep" in words("http://a.b.c.d.e.example/")
    assert "odd:deep" not in words("http://b.c.d.e.example/")


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("//a.example/", HOST),
        ("http:\\\\a.example\\", HOST),
        ("HTTP:a.example", HOST),
        ("java\nscript:go()", ["scheme:javascript"]),
        ("http://a.\u200bexa\xadmple", HOST),
        ("javascript:alert(1)", ["scheme:javascript"]),
        ("data:text/html,hello", ["scheme:data"]),
        ("tel:+15551234", ["scheme:tel"]),
        ("ms-appinstaller:?source=x", ["scheme:ms-appinstaller"]),
        ("cid:picture@a.example", []),
        ("mailto:x@b?subject=remove", ["mailto:x@b", "mailto:b"]),
        ("MAILTO:Ann <x@b>", ["mailto:x@b", "mailto:b", "mailto-name:ann"]),
        ("/relative/path", []),
        ("#top", []),
        (":odd", []),
        ("", []),
    ],
)
def test_target(target, expected):
    """A link goes where browsers take it."""
    assert html(f'<a href="{target}"></a>') == expected


def test_kinds_of_links():
    """Pictures and forms have URLs as links have."""
    assert html("<img src='http://a.example'><form action='http://a.example'></form>") == HOST * 2


def test_long_url():
    """A URL without end is odd, and its end is not read."""
    found = words("http://a.example/" + "x/" * 2000 + "end")

    assert found == ["odd:long", *HOST]


def test_long_host():
    """A host that is too long to be one is none."""
    assert words(f"http://{'a.' * 150}example/") == ["odd:deep"]


def test_url_in_url():
    """The URL that a URL hides in its path is read, too."""
    assert words("http://a.example/go?http://b.example/buy now") == [
        *[*HOST, "url:b.example", "url:example", "path:buy", "now"]
    ]


@pytest.mark.parametrize("n_labels", [1, 3, 6])
@pytest.mark.parametrize("length", [20, 61, 62, 63])
def test_labels_of_hosts(n_labels, length):
    """A host and up to six domains above it are tokens, the highest first, wherever dots stand."""
    labels = ["a" * length, *["b" * 9] * n_labels, "example"]
    host, *domains = (".".join(labels[i:]) for i in range(len(labels)))

    found = [token for token in words(f"http://{host}/") if token.startswith("url:")]

    assert found == [f"url:{name}" for name in (host, *domains[:-7:-1])]


def test_url_in_header():
    """A URL in a header that has words is a URL."""
    assert header("Organization", "http://a.example/ Ltd") == [*HOST, "organization:ltd"]
