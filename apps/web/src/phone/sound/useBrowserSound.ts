import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { phoneRoutes } from "@trunkline/contract/agents/phone.ts";
import { useEffect, useRef } from "react";
import { call } from "../../api/call.ts";
import { listOf } from "../../api/queries.ts";
import { type OpenSound, openSound } from "./openSound.ts";

/** Tokens are valid for an hour. */
const renewMs = 45 * 60_000;

/** Whether calls of providers ring in this browser, which its user decides, and the connections that offer it. */
export function useSoundChoice() {
  const [isOn, setOn] = useLocalStorage({ key: "trunkline.phone.sound", defaultValue: false });
  const { data: tokens = [] } = useQuery({
    ...listOf(phoneRoutes.tokens),
    queryFn: async ({ signal }) => (await call(phoneRoutes.tokens, { signal, unasked: true })).payload,
    staleTime: renewMs,
    refetchInterval: renewMs,
    refetchIntervalInBackground: true,
    retry: false,
  });
  return { tokens, isOn: isOn && tokens.length > 0, setOn };
}

/** Keeps the sound of calls open while its user wants it. */
export function useBrowserSound(): void {
  const { tokens, isOn } = useSoundChoice();
  const latest = useRef(tokens);
  latest.current = tokens;
  const sound = useRef<OpenSound | null>(null);
  const connections = tokens
    .map(({ connectionId }) => connectionId)
    .sort()
    .join();
  useEffect(() => {
    if (!isOn || connections === "") return;
    const open = openSound(latest.current);
    sound.current = open;
    return () => {
      sound.current = null;
      open.close();
    };
  }, [isOn, connections]);
  useEffect(() => sound.current?.renew(tokens), [tokens]);
}
