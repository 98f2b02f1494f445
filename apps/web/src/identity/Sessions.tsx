import { Stack, Title } from "@mantine/core";
import type { Session } from "@trunkline/contract/identity/auth.ts";
import { useRefresh } from "../api/queries.ts";
import { confirm } from "../ui/dialog/confirm.tsx";
import { ReasonButton } from "../ui/form/ReasonButton.tsx";
import { toastError, toastSuccess } from "../ui/page/toast.tsx";
import type { Rows } from "../ui/table/tableProps.ts";
import { plural } from "../ui/text/formatFigure.ts";
import { browserOf, SessionsTable } from "./SessionsTable.tsx";

/** The action that ends several sessions, with its confirmation. */
interface EndAll {
  label: string;
  /** Why there are no sessions to end. */
  reason: string | undefined;
  title: string;
  consequence: string;
  run: () => Promise<{ ended: number }>;
  /** Whose sessions they were, if not the user's own. */
  whose?: string;
}

/** A list of sessions, which can be ended one by one or all together. Reloads `path` afterwards. */
export function Sessions({
  rows,
  end,
  all,
  path,
}: {
  rows: Rows<Session>;
  end: (sessionId: string) => Promise<unknown>;
  all: EndAll;
  path: string;
}) {
  const refresh = useRefresh();
  const endOne = async ({ sessionId, agent }: Session) => {
    try {
      await end(sessionId);
      toastSuccess("Session ended", browserOf(agent));
    } catch (problem) {
      toastError("Error ending session", problem);
    }
    await refresh(path);
  };
  const endAll = async () => {
    const isSure = await confirm({ title: all.title, consequence: all.consequence, confirm: "End sessions" });
    if (!isSure) return;
    try {
      const { ended } = await all.run();
      toastSuccess(`${plural(ended, "session")} ended`, all.whose);
    } catch (problem) {
      toastError("Error ending sessions", problem);
    }
    await refresh(path);
  };
  return (
    <Stack gap={12}>
      <Title order={2}>Sessions</Title>
      <SessionsTable
        rows={rows}
        end={(row) => void endOne(row)}
        filters={
          <ReasonButton size="xs" variant="default" reason={all.reason} onClick={() => void endAll()}>
            {all.label}
          </ReasonButton>
        }
      />
    </Stack>
  );
}
