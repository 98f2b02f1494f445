import type { AnyRoute } from "@trunkline/contract/route.ts";
import { useEffect, useRef, useState } from "react";
import { callOne, type Input, type Item } from "./call.ts";

/** A question that the language model has not answered yet. */
export interface Asked {
  /** What it does, such as "The model is drafting". */
  what: string;
  startMs: number;
}

/** One question to the language model at a time, which the user can cancel. */
export function useAsking() {
  const [asking, setAsking] = useState<Asked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useRef<AbortController>(null);
  useEffect(() => () => request.current?.abort(), []);
  /** Undefined when there is no answer; `problem` says why. */
  async function ask<R extends AnyRoute>(what: string, route: R, input: Input<R>): Promise<Item<R> | undefined> {
    const controller = new AbortController();
    request.current?.abort();
    request.current = controller;
    setAsking({ what, startMs: Date.now() });
    setProblem(null);
    try {
      return await callOne(route, { ...input, signal: controller.signal });
    } catch (failure) {
      if (!controller.signal.aborted) setProblem(failure instanceof Error ? failure.message : String(failure));
      return undefined;
    } finally {
      if (request.current === controller) setAsking(null);
    }
  }
  return { asking, problem, setProblem, ask, cancel: () => request.current?.abort() };
}
