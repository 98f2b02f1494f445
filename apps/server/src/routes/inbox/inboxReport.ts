import { inboxReportRoutes } from "@trunkline/contract/inbox/inboxReport.ts";
import { type Api, handle } from "../../http/handle.ts";
import { listInboxReport, listInboxWork } from "../../store/inbox/inboxReport.ts";

/** Response times of the inbox, with the conversations behind each figure (decision 0099). */
export function registerInboxReport(api: Api): void {
  handle(api, inboxReportRoutes.report, ({ db, account, query }) =>
    db.tx([account], async (q) =>
      (await listInboxReport(q, account, query)).map(({ waitingSince, ...line }) => ({
        ...line,
        waitingSince: waitingSince?.toISOString() ?? null,
      })),
    ),
  );
  handle(api, inboxReportRoutes.work, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { figure, of, ...period } = query;
      const rows = await listInboxWork(q, account, period, { figure, of: of === "none" ? null : of });
      return rows.map(({ opened, waitingSince, ...row }) => ({
        ...row,
        opened: opened.toISOString(),
        waitingSince: waitingSince?.toISOString() ?? null,
      }));
    }),
  );
}
