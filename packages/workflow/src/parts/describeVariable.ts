import { ownValue } from "./ownValue.ts";

/** How the variables of nodes are called. The name of the node follows. */
const wordsOfNode: Readonly<Record<string, string>> = {
  reply: "Reply to",
  queue: "Outcome of",
  agent: "Agent of",
  time: "Time agreed in",
  status: "Status of",
  answeredBy: "Who answered",
  duration: "Duration of",
  digits: "Keys pressed in",
  recordingUrl: "Recording of",
};

const ofNode = /^node(\d+)\.(\w+)$/;

/** A variable in words: "Reply to Welcome text". One of no known node is called by its own name. */
export function describeVariable(variable: string, nodeName: (id: number) => string | undefined): string {
  const [, id, key = ""] = ofNode.exec(variable) ?? [];
  const words = ownValue(wordsOfNode, key);
  const node = id === undefined ? undefined : nodeName(Number(id));
  return words === undefined || node === undefined ? variable : `${words} ${node}`;
}
