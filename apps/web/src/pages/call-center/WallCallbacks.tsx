import { useInfiniteQuery } from "@tanstack/react-query";
import { queueCallbackRoutes } from "@trunkline/contract/agents/queueCallback.ts";
import { useLivePoll } from "../../api/changes/liveState.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { CallbackBadge } from "../../history/callbackColumns.tsx";
import { formatCount, formatPhone } from "../../ui/text/formatFigure.ts";
import { formatSeconds } from "./formatSeconds.ts";
import classes from "./LiveAgents.module.css";
import { secondsSince } from "./secondsSince.ts";
import { useInside } from "./useInside.ts";

const refreshMs = 2_000;

/** Callers who wait for a call back on the wall, the oldest first, and how many there are. Nothing is shown without any. */
export function WallCallbacks({ at }: { at: string }) {
  const pages = useInfiniteQuery({
    ...pagesOf(queueCallbackRoutes.list, { query: { open: "true", limit: 500 } }),
    refetchInterval: useLivePoll(refreshMs),
    placeholderData: (before) => before,
  });
  const { listRef, inside } = useInside<HTMLUListElement>(true);
  const rows = [...(rowsOf(pages.data) ?? [])].sort((a, b) => Date.parse(a.since) - Date.parse(b.since));
  const [oldest] = rows;
  if (oldest === undefined) return null;
  const more = rows.length - inside;
  return (
    <section className={classes["agents"]} data-part="callbacks" aria-label="Callbacks">
      <header>
        <h2>Callbacks</h2>
        <span className={classes["summary"]}>
          {`${formatCount(rows.length)}${pages.hasNextPage ? "+" : ""} open, longest wait ${formatSeconds(secondsSince(oldest.since, at))}`}
          {more > 0 ? `, ${formatCount(more)} more not shown` : ""}
        </span>
      </header>
      <ul ref={listRef}>
        {rows.map((row, nth) => (
          <li key={row.callbackId} data-over={nth >= inside || undefined}>
            <strong>{row.contactName ?? formatPhone(row.phone)}</strong>
            <span className={classes["call"]}>{row.userName ? `${row.name}, ${row.userName}` : row.name}</span>
            <CallbackBadge row={row} />
            <span className="figures">{formatSeconds(secondsSince(row.since, at))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
