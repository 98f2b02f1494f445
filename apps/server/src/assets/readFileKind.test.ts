import { describe, expect, it } from "vitest";
import { readFileKind, tidyFileName } from "./readFileKind.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const png = Buffer.concat([bytes("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"), Buffer.from([0, 0, 0, 40, 0, 0, 0, 30])]);
const gif = bytes("GIF89a\x28\x00\x1e\x00\x00\x00");
const jpeg = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 3, 9, 0xff, 0xc0, 0, 17, 8, 0, 30, 0, 40, 3, 1,
]);
const wav = bytes("RIFF\x24\x00\x00\x00WAVEfmt ");
const mp3 = Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0]);

describe("a file's type is detected from its bytes (architecture, Security)", () => {
  it.each([
    ["png", "mms-image", png, "image/png", 40, 30],
    ["gif", "meme-image", gif, "image/gif", 40, 30],
    ["jpg", "mms-image", jpeg, "image/jpeg", 40, 30],
    ["wav", "audio", wav, "audio/wav", null, null],
    ["mp3 by its frame", "audio", mp3, "audio/mpeg", null, null],
    ["mp3 by its tag", "audio", bytes("ID3\x04\x00"), "audio/mpeg", null, null],
    ["xml", "inboundxml", bytes('\xef\xbb\xbf<?xml version="1.0"?>\n<!-- hi -->\n<Response/>'), "text/xml", null, null],
  ] as const)("%s", (_name, type, data, contentType, width, height) => {
    expect(readFileKind(type, data)).toMatchObject({ contentType, width, height });
  });

  it.each([
    ["an SVG as a picture", "mms-image", bytes("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["an SVG as a document", "inboundxml", bytes("<?xml version='1.0'?><svg:svg/>")],
    ["an HTML page as a document", "inboundxml", bytes("<html><script>1</script></html>")],
    ["a document type", "inboundxml", bytes("<!DOCTYPE a [<!ENTITY b 'c'>]><Response>&b;</Response>")],
    ["plain text as a document", "inboundxml", bytes("hello")],
    ["bytes that are not UTF-8", "inboundxml", bytes("<Response>\xff</Response>")],
    ["a sound as a picture", "mms-image", wav],
    ["a picture as a sound", "audio", png],
    ["a video", "audio", bytes("RIFF\x24\x00\x00\x00AVI ")],
    ["a picture without its size", "mms-image", bytes("\xff\xd8\xff\xe0")],
    ["a picture with a truncated size", "mms-image", png.subarray(0, 20)],
  ] as const)("rejects %s", (_name, type, data) => {
    expect(readFileKind(type, data)).toBeNull();
  });
});

it.each([
  ["Cat.PNG", "image/png", "png", "Cat.png"],
  ["photo.jpeg", "image/jpeg", "jpg", "photo.jpeg"],
  ["../../etc/pass wd", "image/png", "png", "pass wd.png"],
  ["C:\\music\\song.wav", "audio/mpeg", "mp3", "song.mp3"],
  ['a"b<c>.gif', "image/gif", "gif", "a_b_c_.gif"],
  ["...", "image/gif", "gif", "file.gif"],
])("stores the name %s of %s as %s", (name, contentType, ending, kept) => {
  expect(tidyFileName(name, { contentType, ending })).toBe(kept);
});
