import type { SmppOptions } from "./smppCarrier.ts";
import { SmppSession } from "./smppSession.ts";
import { status } from "./statuses.ts";

/** Tries settings once: opens, binds, unbinds. Returns the words of the carrier's refusal, or null. */
export async function tryBind(
  options: Pick<SmppOptions, "clock" | "connect" | "settings"> & { answerWithinMs: number },
): Promise<string | null> {
  const { clock, connect, settings, answerWithinMs } = options;
  const session = new SmppSession({
    line: await connect(),
    clock,
    answerWithinMs,
    enquireEveryMs: settings.enquireSeconds * 1_000,
    // nothing is stored by a trial: the carrier keeps what it brings
    deliver: async () => status.temporary,
    late: () => {},
    ended: () => {},
  });
  const problem = await session.bind(settings);
  if (problem === null) await session.unbind();
  else session.end(problem);
  return problem;
}
