import type { MemeText } from "../../../engine/effects.ts";
import type { Behaviour } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { renderText, textContextOf } from "../../../parts/text/text.ts";
import { readVariable, variableName } from "../../../parts/variables.ts";
import type { Own } from "./saved.ts";

// texts are rendered here, where the contact's variables are known; the effect draws the picture
export const behaviour: Behaviour<Own> = {
  run(node, at) {
    const missing = new Set<string>();
    const texts = node.messages.map(({ message, xval, yval, font, fontSize, rotate, fontColor }): MemeText => {
      const read = (name: string): string | undefined => readVariable(at, name);
      const rendered = renderText(message, read, textContextOf(at));
      for (const name of rendered.missing) missing.add(name);
      return { text: rendered.text, x: xval, y: yval, font, size: fontSize, degrees: rotate, color: fontColor };
    });
    const variable = variableName(node.storedVariableName);
    return {
      ask: {
        do: "drawMeme",
        fileName: node.fileName,
        variable,
        texts,
        ...(missing.size > 0 && { missing: [...missing] }),
      },
    };
  },
  answer: (node, answer) =>
    answer.reason === "picture_deleted"
      ? { fail: `picture_deleted: ${node.fileName}` }
      : { go: nextOf(node), because: answer.ok ? undefined : answer.reason },
};
