import { useMutation } from "@tanstack/react-query";
import { type HandsetText, simulatorRoutes } from "@trunkline/contract/simulator/simulator.ts";
import type { ReactNode } from "react";
import { call } from "../../api/call.ts";
import { useMay } from "../../api/me.ts";
import { toastError } from "../../ui/page/toast.tsx";
import { RcsBubble } from "../../ui/text/RcsBubble.tsx";

/** An RCS message on a handset. Tapping a button replies as the contact. */
export function RcsText({ text, note, onSent }: { text: HandsetText; note: ReactNode; onSent: () => void }) {
  const mayText = useMay()("inbox-use");
  const reply = useMutation({
    mutationFn: (words: string) =>
      call(simulatorRoutes.message, {
        body: { from: text.handset, to: text.number, text: words, channel: "rcs" },
      }),
    onSuccess: onSent,
    onError: (problem) => toastError("Error sending text", problem),
  });
  if (!text.rcs) return null;
  return (
    <RcsBubble
      content={text.rcs}
      agent={text.rcs.agentName}
      note={note}
      onReply={mayText ? (words) => reply.mutate(words) : undefined}
    />
  );
}
