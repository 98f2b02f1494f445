import { Modal, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReportSettings, type SavedReport, savedReportRoutes } from "@trunkline/contract/reports/savedReport.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { messageOfFailure, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";

interface Props {
  /** Renames this one. */
  saved: SavedReport | undefined;
  settings: ReportSettings;
  close: () => void;
}

/** Names a report, which gives it an address of its own, or renames it. */
export function SaveReport({ saved, settings, close }: Props) {
  const [name, setName] = useState(saved?.name ?? "");
  const refresh = useRefresh();
  const go = useGo();
  const save = useMutation({
    mutationFn: () =>
      saved
        ? callOne(savedReportRoutes.update, {
            params: { reportId: saved.reportId },
            body: { name, settings: saved.settings, schedule: saved.schedule },
          })
        : callOne(savedReportRoutes.create, { body: { name, settings, schedule: null } }),
    onSuccess: async ({ reportId }) => {
      await refresh(savedReportRoutes.list.path);
      toastSuccess(saved ? "Report renamed" : "Report saved", name);
      close();
      if (!saved) go(paths.report(reportId));
    },
  });
  return (
    <Modal opened onClose={close} title={saved ? "Rename report" : "Save report"}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap={16}>
          <TextInput
            label="Name"
            required
            maxLength={100}
            data-autofocus
            description={saved ? undefined : "Everyone in this account can open it. It is also in the search (Ctrl K)."}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={save.isError ? messageOfFailure(save.error) : undefined}
          />
          <DialogActions close={close} isBusy={save.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}
