import type { Exit, ForeignStatement, ForeignStep, Target } from "../foreignFlow.ts";
import { type Fields, fieldsAt, listAt, literal, textAt, textsAt } from "../readParts.ts";
import { computation } from "../studio/convertWidget.ts";
import { categoryOf, resultOf, variableOf } from "./expressions.ts";
import { convertTest } from "./tests.ts";

export interface ConvertedRouter {
  exit: Exit;
  became: string;
  why: string;
  lost?: boolean;
  /** Steps that save the category before the path continues. */
  more: ForeignStep[];
}

interface Of {
  node: Fields;
  /** Seconds after which a flow without a time-out of its own expires. */
  expires: number;
  custom: Set<string>;
  /** Results and categories that are read somewhere. */
  read: ReadonlySet<string>;
}

const named = (node: Fields, exit: string): Target => {
  const found = listAt(node, "exits").find((one) => textAt(one, "uuid") === exit);
  return found === undefined ? null : textAt(found, "destination_uuid") || null;
};

/** The single way out of a node without a router. */
export const plainExit = (node: Fields): Exit => ({
  is: "next",
  to: textAt(listAt(node, "exits")[0] ?? {}, "destination_uuid") || null,
});

/** How a node continues: its router in terms of our exits. */
export function convertRouter(of: Of): ConvertedRouter {
  const { node } = of;
  const router = fieldsAt(node, "router");
  const type = textAt(router, "type");
  if (type === "") return { exit: plainExit(node), became: "", why: "", more: [] };
  if (type === "random") {
    const weights = new Map<string, number>();
    for (const category of listAt(router, "categories")) {
      const exit = textAt(category, "exit_uuid");
      weights.set(exit, (weights.get(exit) ?? 0) + 1);
    }
    const shares = [...weights].map(([exit, weight]) => ({ weight, to: named(node, exit) }));
    return { exit: { is: "shares", shares }, became: "Percent", why: "", more: [] };
  }
  if (type !== "switch") return dead(of, `Its router "${type}" is not known.`);
  const wait = fieldsAt(router, "wait");
  const waits = textAt(wait, "type");
  if (waits !== "" && waits !== "msg") return dead(of, `It waits for "${waits}", which belongs to a phone call.`);
  return convertSwitch(of, router, waits === "msg" ? wait : null);
}

function dead({ node }: Of, why: string): ConvertedRouter {
  const router = fieldsAt(node, "router");
  const exits = listAt(router, "categories").map((one) => ({
    name: textAt(one, "name"),
    to: named(node, textAt(one, "exit_uuid")),
  }));
  const was = JSON.stringify({ operand: router["operand"], cases: router["cases"] }).slice(0, 500);
  return {
    exit: { is: "dead", why: `Not imported: a split. ${why}\n${was}`, exits },
    became: "Stop with a note",
    why,
    lost: true,
    more: [],
  };
}

function convertSwitch(of: Of, router: Fields, wait: Fields | null): ConvertedRouter {
  const { node, custom, read } = of;
  const id = textAt(node, "uuid");
  const variable = variableOf(textAt(router, "operand"), custom);
  const result = textAt(router, "result_name");
  const more: ForeignStep[] = [];
  const isCategoryRead = result !== "" && read.has(categoryOf(result));
  const toCategory = (uuid: string): Target => {
    const category = listAt(router, "categories").find((one) => textAt(one, "uuid") === uuid);
    if (category === undefined) return null;
    const to = named(node, textAt(category, "exit_uuid"));
    if (!isCategoryRead) return to;
    const step = `${id} ${uuid}`;
    const name = textAt(category, "name");
    if (!more.some((one) => one.id === step))
      more.push({
        id: step,
        name,
        parts: [computation([[categoryOf(result), literal(name) || "Other"]])],
        exit: { is: "next", to },
      });
    return step;
  };
  const cases: { statements: ForeignStatement[]; to: Target }[] = [];
  const why = new Set<string>();
  for (const one of listAt(router, "cases")) {
    const type = textAt(one, "type");
    // tests of groups read no operand
    if (variable === undefined && type !== "has_group")
      return dead(of, `It branches on ${textAt(router, "operand") || "nothing"}, which a workflow does not have.`);
    const converted = convertTest(type, variable ?? "", textsAt(one, "arguments"));
    if (converted === undefined) return dead(of, `The test "${type}" does not exist in conditions.`);
    if (type === "has_group") for (const statement of converted.statements) custom.add(statement.variable);
    why.add(converted.why);
    cases.push({ statements: converted.statements, to: toCategory(textAt(one, "category_uuid")) });
  }
  const otherwise = toCategory(textAt(router, "default_category_uuid"));
  const words = [...why].filter(Boolean).join(" ");
  const branch = cases.length === 0 ? "" : "Condition";
  if (wait === null) {
    const exit: Exit = cases.length === 0 ? { is: "next", to: otherwise } : { is: "cases", cases, otherwise };
    return { exit, became: branch, why: words, more };
  }
  const timeout = fieldsAt(wait, "timeout");
  const own = Number(textAt(timeout, "seconds"));
  const hasOwn = Number.isFinite(own) && own > 0;
  const exit: Exit = {
    is: "wait",
    seconds: Math.min(hasOwn ? own : of.expires, 31_536_000),
    save: result !== "" && read.has(resultOf(result)) ? resultOf(result) : null,
    cases,
    otherwise,
    timeout: hasOwn ? toCategory(textAt(timeout, "category_uuid")) : null,
  };
  const expiry = hasOwn ? "" : "Without a time-out of its own, the wait ends when the flow would expire.";
  return {
    exit,
    became: ["Event", branch].filter(Boolean).join(", "),
    why: [words, expiry].filter(Boolean).join(" "),
    more,
  };
}
