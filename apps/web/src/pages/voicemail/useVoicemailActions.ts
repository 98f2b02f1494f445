import { phoneRoutes } from "@trunkline/contract/agents/phone.ts";
import { type Voicemail, voicemailRoutes } from "@trunkline/contract/calls/voicemail.ts";
import { call, type Input } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";

export const nameOf = (row: Voicemail): string => `voicemail of ${row.contactName ?? formatPhone(row.phone)}`;

/** What can be done with a voicemail. */
export function useVoicemailActions() {
  const refresh = useRefresh();
  return {
    async update({ voicemailId }: Voicemail, body: Input<typeof voicemailRoutes.update>["body"]): Promise<void> {
      try {
        await call(voicemailRoutes.update, { params: { voicemailId }, body });
      } catch (problem) {
        toastError("Error saving voicemail", problem);
      }
      await refresh(voicemailRoutes.list.path);
    },
    async transcribe({ voicemailId }: Voicemail): Promise<void> {
      try {
        await call(voicemailRoutes.transcribe, { params: { voicemailId } });
      } catch (problem) {
        toastError("Error transcribing voicemail", problem);
      }
      await refresh(voicemailRoutes.list.path);
    },
    async callBack(row: Voicemail): Promise<void> {
      try {
        await call(voicemailRoutes.callBack, { params: { voicemailId: row.voicemailId } });
      } catch (problem) {
        toastError("Error calling back", problem);
      }
      await refresh(phoneRoutes.find.path);
    },
    async remove(row: Voicemail): Promise<void> {
      const isSure = await confirm({
        title: `Delete the ${nameOf(row)}?`,
        consequence: "It is removed for all users. The recording stays with its call.",
        confirm: "Delete voicemail",
      });
      if (!isSure) return;
      try {
        await call(voicemailRoutes.remove, { params: { voicemailId: row.voicemailId } });
        toastSuccess("Voicemail deleted");
      } catch (problem) {
        toastError("Error deleting voicemail", problem);
      }
      await refresh(voicemailRoutes.list.path);
    },
  };
}
