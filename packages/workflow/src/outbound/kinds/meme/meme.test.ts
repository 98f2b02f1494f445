import { describeKind } from "../../describeKind.ts";
import { meme } from "./index.ts";

const message = {
  message: "Hi ${firstName}",
  xval: 2500,
  yval: 7500,
  font: "Caveat-Regular.ttf",
  fontSize: 48,
  rotate: 15,
  fontColor: "rgba(200,30,30,0.8)",
};
const filled = { fileName: "cake.png", storedVariableName: "card", ...message };
const saved = { fileName: "cake.png", storedVariableName: "card", messages: [message] };
const text = {
  text: "Hi Ann",
  x: 2500,
  y: 7500,
  font: "Caveat-Regular.ttf",
  size: 48,
  degrees: 15,
  color: "rgba(200,30,30,0.8)",
};

describeKind("meme", meme, {
  saves: [
    { rule: "the text and its place as a list of one (spec 2 §3.3)", draft: filled, own: saved, children: [2] },
    {
      rule: "the defaults of spec 2 §3.3",
      draft: {},
      own: {
        fileName: "",
        storedVariableName: "",
        messages: [
          {
            message: "",
            xval: 5000,
            yval: 5000,
            font: "Lato-Black.ttf",
            fontSize: 10,
            rotate: 0,
            fontColor: "rgba(0,0,0,1)",
          },
        ],
      },
    },
    {
      rule: "what it does not know of the message, and further messages",
      draft: { ...filled, carriedKeys: { shadow: 3 }, carriedMessages: [{ ...message, message: "Bye" }] },
      own: {
        ...saved,
        messages: [
          { ...message, shadow: 3 },
          { ...message, message: "Bye" },
        ],
      } as never,
    },
  ],
  rejects: [
    {
      rule: "an empty form",
      draft: {},
      messages: ["File Name is required", "Variable Name is required", "Message is required"],
    },
    {
      rule: "no offsets and no size",
      draft: { ...filled, xval: null, yval: null, fontSize: null },
      messages: ["Horizontal Offset is required", "Vertical Offset is required", "Font Size is required"],
    },
    { rule: "a size below 1", draft: { ...filled, fontSize: 0 }, messages: ["Font Size must be at least 1"] },
    {
      rule: "a message that cannot be read, with the place",
      draft: { ...filled, message: "Hi ${" },
      messages: [expectPlace("Hi ${")],
    },
    {
      rule: "a colour and a font that there are not, and a name that no template could read",
      draft: { ...filled, fontColor: "reddish", font: "Comic.ttf", storedVariableName: "my card" },
      messages: [
        "Variable Name cannot contain spaces, $ or braces",
        "Font Color must be a color such as rgba(0,0,0,1)",
        "Font Comic.ttf does not exist",
      ],
    },
    { rule: "nothing else", draft: filled, messages: [] },
  ],
  runs: [
    {
      rule: "asks for the picture with the contact's text",
      node: saved,
      outcome: { ask: { do: "drawMeme", fileName: "cake.png", variable: "card", texts: [text] } },
    },
    {
      rule: "says which variables have no value",
      node: { ...saved, messages: [{ ...message, message: "Hi ${nick}" }] },
      outcome: {
        ask: {
          do: "drawMeme",
          fileName: "cake.png",
          variable: "card",
          texts: [{ ...text, text: "Hi " }],
          missing: ["nick"],
        },
      },
    },
    { rule: "continues when it is drawn", by: { answer: { ok: true, vars: { card: "x" } } }, outcome: { go: 2 } },
    {
      rule: "continues when it could not be drawn, with the reason",
      by: { answer: { ok: false, reason: "timed_out" } },
      outcome: { go: 2, because: "timed_out" },
    },
    {
      rule: "a picture that was deleted fails the journey",
      by: { answer: { ok: false, reason: "picture_deleted" } },
      outcome: { fail: "picture_deleted: birthday.png" },
    },
  ],
});

function expectPlace(source: string): string {
  return `Message cannot be read: line 1, column ${source.indexOf("${") + 1}: \${ is never closed`;
}
