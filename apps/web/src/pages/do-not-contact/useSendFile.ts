import type { DncImport, dncRoutes } from "@trunkline/contract/doNotContact/dnc.ts";
import { useEffect, useRef, useState } from "react";
import type { Input } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { upload } from "../../api/upload.ts";

type FileRoute = typeof dncRoutes.import | typeof dncRoutes.loadFederal;

/** Uploads a file of numbers. The server reads it as fast as it writes, so the upload progress is the import progress. */
export function useSendFile<R extends FileRoute>(route: R, onStarted: (started: DncImport) => void) {
  const refresh = useRefresh();
  const [sending, setSending] = useState<{ name: string; sent: number; total: number } | null>(null);
  const [failure, setFailure] = useState<unknown>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const send = async (file: File, query: Record<string, string> = {}) => {
    control.current = new AbortController();
    setFailure(undefined);
    setSending({ name: file.name, sent: 0, total: file.size });
    const input = { query: { ...query, fileName: file.name.slice(0, 200) } } as Input<R>;
    try {
      const started = await upload(route, input, file, {
        onSent: (sent) => setSending({ name: file.name, sent, total: file.size }),
        signal: control.current.signal,
      });
      onStarted(started as DncImport);
    } catch (problem) {
      if (!(problem instanceof DOMException)) setFailure(problem);
    } finally {
      setSending(null);
      await refresh("/v4/dnc/", "/v4/contact/");
    }
  };
  return {
    sending,
    failure,
    send: (file: File, query?: Record<string, string>) => void send(file, query),
    stop: () => control.current?.abort(),
  };
}
