import { expect, test } from "vitest";
import { openaiSpeech } from "./openaiSpeech.ts";

const address = { baseUrl: "https://speech.example.net/v1", apiKey: "secret", model: "whisper-1" };
const speech = { fileName: "call.wav", contentType: "audio/wav", data: new Uint8Array([0, 255, 13, 10]) };

test("sends the model, the format and the file as a form", () => {
  const { url, headers, body } = openaiSpeech(address).build(speech, "b1");
  expect([url, headers]).toEqual([
    "https://speech.example.net/v1/audio/transcriptions",
    { authorization: "Bearer secret", accept: "application/json", "content-type": "multipart/form-data; boundary=b1" },
  ]);
  expect(Buffer.from(body).toString("latin1")).toBe(
    [
      '--b1\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper-1\r\n',
      '--b1\r\nContent-Disposition: form-data; name="response_format"\r\n\r\njson\r\n',
      '--b1\r\nContent-Disposition: form-data; name="file"; filename="call.wav"\r\nContent-Type: audio/wav\r\n\r\n',
      "\x00\xff\r\n\r\n--b1--\r\n",
    ].join(""),
  );
  expect(openaiSpeech({ ...address, apiKey: "" }).build(speech, "b1").headers).not.toHaveProperty("authorization");
});

const answer = (status: number, body: unknown) => ({ status, headers: {}, body: JSON.stringify(body) });

test.each([
  [answer(200, { text: " Hello. " }), { ok: true, text: "Hello." }],
  [answer(200, { text: "" }), { ok: true, text: "" }],
  [answer(200, { no: "text" }), { ok: false, words: "HTTP 200", retryable: false }],
  [answer(401, { error: { message: "Wrong key" } }), { ok: false, words: "Wrong key", retryable: false }],
  [answer(429, { error: "Slow down" }), { ok: false, words: "Slow down", retryable: true }],
  [answer(503, {}), { ok: false, words: "HTTP 503", retryable: true }],
  [
    { broken: "before_first_byte" as const, words: "the address is private" },
    { ok: false, words: "the address is private", retryable: true },
  ],
])("reads %j", (read, transcript) => {
  expect(openaiSpeech(address).read(read)).toEqual(transcript);
});
