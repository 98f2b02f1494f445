import { type Webhook, webhookRoutes } from "@trunkline/contract/webhooks/callback.ts";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { CloneDialog } from "../../ui/dialog/CloneDialog.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import type { Section } from "./useSection.ts";

interface Props {
  section: Section;
  source: Webhook;
  close: () => void;
}

/** Clone of a webhook (spec 2 §5.4). */
export function CloneWebhook({ section, source, close }: Props) {
  const refresh = useRefresh();
  const original = source.name;
  const clone = async (name: string): Promise<boolean> => {
    try {
      const {
        connectionName: _,
        created: __,
        usedBy: ___,
        id: ____,
        recent: _____,
        callbackServerConfigId,
        ...rest
      } = source;
      const body = { ...rest, name, callbackServerConfigId: callbackServerConfigId ?? "" };
      await callOne(webhookRoutes.create, { body: body as never });
      toastSuccess("Successfully cloned webhook", name);
      return true;
    } catch (failure) {
      toastError("Error cloning webhook.", failure);
      return false;
    } finally {
      void refresh(webhookRoutes.list.path);
    }
  };
  const problemOf = (name: string) => {
    if (name === "") return "Name is required";
    return name === original ? "Name of cloned Webhook cannot be the same." : undefined;
  };
  return (
    <CloneDialog
      title={`Clone ${section.word}`}
      label="Name"
      maxLength={72}
      original={original}
      problemOf={problemOf}
      clone={clone}
      close={close}
    />
  );
}
