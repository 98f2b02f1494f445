import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { useState } from "react";
import { ApiFailure, callOne } from "../../api/call.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { NoOffers, NumberOffers } from "../../ui/text/NumberOffers.tsx";

/** True if the area code is invalid, so that retrying would not help. */
const isRefused = (problem: unknown): problem is ApiFailure => problem instanceof ApiFailure && problem.status === 400;

/** Searches the carrier's numbers by area code. Stays open to get several. */
export function GetNumber({ close }: { close: () => void }) {
  const [areaCode, setAreaCode] = useState("");
  const [label, setLabel] = useState("");
  const [settled] = useDebouncedValue(areaCode, 250);
  const isComplete = settled === "" || /^[2-9]\d{2}$/.test(settled);
  const problem = areaCode !== "" && !/^[2-9]\d{0,2}$/.test(areaCode) ? "Area code must be three digits" : undefined;
  const available = useQuery({
    ...listOf(numberRoutes.available, { query: settled === "" ? {} : { areaCode: settled } }),
    enabled: isComplete,
    staleTime: 60_000,
    // a list that came and went under the pointer would swallow the click on a number
    placeholderData: (before) => before,
  });
  const refresh = useRefresh();
  const take = useMutation({
    mutationFn: (phone: string) => callOne(numberRoutes.take, { body: { phone, label: label.trim() || null } }),
    onSuccess: ({ phone }) => toastSuccess("Number added", formatPhone(phone)),
    onError: (failure) => toastError("Error getting number", failure),
    onSettled: () => refresh("/v4/number"),
  });
  const instead = isRefused(available.error) ? (
    <NoOffers>{available.error.message}</NoOffers>
  ) : available.isError ? (
    <ErrorState title="Error loading available numbers" problem={available.error} retry={() => available.refetch()} />
  ) : !isComplete ? (
    <NoOffers>Type three digits</NoOffers>
  ) : available.data?.length === 0 ? (
    <NoOffers>No numbers available. Try another area code.</NoOffers>
  ) : undefined;
  return (
    <Modal opened onClose={close} title="Get a number" size="md">
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          Numbers of the simulated carrier. Buy real ones from a provider that is connected under{" "}
          <Anchor component={PathLink} to={paths.settings("carriers")} inherit underline="always">
            Settings → Carriers
          </Anchor>
          .
        </Text>
        <Group gap={16} align="flex-start" grow>
          <TextInput
            label="Area code"
            description="Leave empty to search everywhere"
            inputMode="numeric"
            maxLength={3}
            data-autofocus
            value={areaCode}
            error={problem}
            onChange={(event) => setAreaCode(event.currentTarget.value.replace(/\D/g, ""))}
          />
          <TextInput
            label="Label"
            description="Optional, for the number you get"
            maxLength={72}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
        </Group>
        <NumberOffers
          label="Available numbers"
          action="Get"
          offers={available.data?.map(({ phone, place }) => ({ phone, words: place }))}
          instead={instead}
          pending={take.isPending ? take.variables : undefined}
          onTake={take.mutate}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
