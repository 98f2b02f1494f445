import { Group, Select, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconPhone } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { phoneRoutes } from "@trunkline/contract/agents/phone.ts";
import { numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { type FormEvent, useEffect, useState } from "react";
import { callOne } from "../api/call.ts";
import { listOf, useRefresh } from "../api/queries.ts";
import { ReasonButton } from "../ui/form/ReasonButton.tsx";
import { messageOfFailure } from "../ui/page/toast.tsx";
import { formatPhone } from "../ui/text/formatFigure.ts";
import { useDialState } from "./dialStore.ts";

const forget = (): void => useDialState.setState({ asked: null });

/** Calls a number from one of the account's numbers. Other pages fill it in. */
export function Dial() {
  const { asked } = useDialState();
  const [to, setTo] = useState(asked?.to ?? "");
  const [last, setLast] = useLocalStorage({ key: "trunkline.phone.from", defaultValue: "" });
  const [isTried, setTried] = useState(false);
  const numbers = useQuery({ ...listOf(numberRoutes.list), staleTime: 60_000 });
  const refresh = useRefresh();
  const offered = numbers.data ?? [];
  const from = offered.find(({ phone }) => phone === last)?.phone ?? offered[0]?.phone;
  const place = useMutation({
    mutationFn: (body: { to: string; from: string }) => callOne(phoneRoutes.dial, { body }),
    onSuccess: () => {
      setTo("");
      setTried(false);
      forget();
    },
    onSettled: () => refresh(phoneRoutes.find.path),
  });
  useEffect(() => {
    if (asked !== null) setTo(formatPhone(asked.to));
  }, [asked]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (to.trim() !== "" && from !== undefined) place.mutate({ to: to.trim(), from });
  };
  const error = place.error
    ? messageOfFailure(place.error)
    : isTried && to.trim() === ""
      ? "Phone number is required"
      : "";
  return (
    <form onSubmit={submit} noValidate aria-label="Call a number">
      <Group gap={8} align="flex-start" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label="Phone number to call"
          placeholder="+1 202 555 0143"
          inputMode="tel"
          maxLength={40}
          value={to}
          error={error || undefined}
          onChange={(event) => {
            place.reset();
            setTo(event.currentTarget.value);
          }}
        />
        <ReasonButton
          type="submit"
          color="green"
          leftSection={<IconPhone size={16} />}
          loading={place.isPending}
          reason={numbers.data !== undefined && from === undefined ? "Get a number to call from first." : undefined}
        >
          Call
        </ReasonButton>
      </Group>
      {offered.length > 1 ? (
        <Select
          mt={8}
          size="xs"
          aria-label="Call from"
          searchable
          allowDeselect={false}
          data={offered.map(({ phone, label }) => ({
            value: phone,
            label: `From ${[formatPhone(phone), label].filter(Boolean).join(" · ")}`,
          }))}
          value={from ?? null}
          onChange={(phone) => setLast(phone ?? "")}
        />
      ) : null}
    </form>
  );
}
