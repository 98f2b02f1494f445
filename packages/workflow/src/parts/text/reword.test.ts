import { describe, expect, test } from "vitest";
import { checkRewording, rewordQuestion } from "./reword.ts";

const original =
  "Hi ${firstName}, see you on 3/12 at 10:30. Details: https://shop.example.com/a. Reply STOP to opt out.";

describe("a reworded text may be sent (variables and meaning kept, length bounded, opt-out never lost)", () => {
  test.for<[rule: string, said: string, made: object]>([
    [
      "with everything in it",
      "Hello ${firstName}, we meet 3/12, 10:30. More: https://shop.example.com/a. Reply STOP to opt out.",
      { text: "Hello ${firstName}, we meet 3/12, 10:30. More: https://shop.example.com/a. Reply STOP to opt out." },
    ],
    [
      "out of its quotes",
      '"Hello ${ firstName }, 3/12, 10:30, https://shop.example.com/a. Reply STOP to opt out."',
      { text: "Hello ${ firstName }, 3/12, 10:30, https://shop.example.com/a. Reply STOP to opt out." },
    ],
    [
      "with the opt-out put back",
      "Hello ${firstName}, we meet 3/12, 10:30: https://shop.example.com/a.",
      { text: "Hello ${firstName}, we meet 3/12, 10:30: https://shop.example.com/a. Reply STOP to opt out." },
    ],
    [
      "not without its variable",
      "Hello Ann, 3/12, 10:30, https://shop.example.com/a.",
      { refused: "a variable was lost or added" },
    ],
    [
      "not with one more",
      "Hello ${firstName} ${lastName}, 3/12, 10:30, https://shop.example.com/a.",
      { refused: "a variable was lost or added" },
    ],
    [
      "not with another hour",
      "Hello ${firstName}, 3/12, 11:30, https://shop.example.com/a.",
      { refused: "10:30 was lost" },
    ],
    [
      "not without its address",
      "Hello ${firstName}, 3/12, 10:30.",
      { refused: "the address https://shop.example.com/a. was lost" },
    ],
    ["not when it is empty", "``` ```".replaceAll("`", " "), { refused: "it is empty" }],
    [
      "not when it is much longer",
      `Hello \${firstName}, 3/12, 10:30, https://shop.example.com/a. ${"word ".repeat(60)}`,
      { refused: "it is much longer than the original" },
    ],
  ])("%s", ([, said, made]) => {
    expect(checkRewording(original, said)).toEqual(made);
  });

  test("the template goes to the model with its variables unfilled", () => {
    expect(rewordQuestion(original, "sms").turns).toEqual([{ role: "user", text: original }]);
  });
});
