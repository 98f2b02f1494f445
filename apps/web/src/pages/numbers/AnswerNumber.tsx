import { Alert, Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { Number_ } from "@trunkline/contract/numbers/number.ts";
import { routeTagRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { messageOfFailure, toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";

/** Attaches a number to an inbound workflow or IVR menu, or detaches it. */
export function AnswerNumber({ number, close }: { number: Number_; close: () => void }) {
  const { phone, route } = number;
  const tags = useQuery(listOf(routeTagRoutes.list));
  const [chosen, setChosen] = useState<string | null>(null);
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: async (routeTag: string) => {
      const tag = await callOne(routeTagRoutes.find, { params: { routeTag } });
      const others = tag.numbers.filter((one) => one !== phone);
      const numberSetIds = tag.numberRouteTags.map(({ numberSetId }) => numberSetId);
      const numbers = route === null ? [...others, phone] : others;
      return callOne(routeTagRoutes.assign, { params: { routeTag }, body: { numbers, numberSetIds } });
    },
    onSuccess: async ({ routeTag }) => {
      await refresh("/v4/number", "/v4/route/");
      toastSuccess(route === null ? "Number attached" : "Number detached", `${formatPhone(phone)}, ${routeTag}`);
      close();
    },
    onError: (problem) => toastError("Error assigning numbers", problem),
  });
  const name = route && `${route.ivr ? "the IVR menu" : "the inbound workflow"} "${route.routeTag}"`;
  return (
    <Modal opened onClose={close} title={`Routing of ${formatPhone(phone)}`}>
      <Stack gap={16}>
        {route === null ? (
          <Select
            label="Answered by"
            description="An inbound workflow or IVR menu. It starts answering immediately."
            placeholder={tags.isPending ? "Loading" : "Choose one"}
            searchable
            data-autofocus
            nothingFoundMessage="No matching workflow or menu"
            error={tags.isError ? messageOfFailure(tags.error) : undefined}
            data={(tags.data ?? []).map(({ routeTag, ivr }) => ({
              value: routeTag,
              label: ivr ? `${routeTag} (IVR menu)` : routeTag,
            }))}
            value={chosen}
            onChange={setChosen}
          />
        ) : route.numberSet === null ? (
          <Text size="sm">{`It is answered by ${name}. Detach it there first.`}</Text>
        ) : (
          <Alert color="gray">{`It is answered by ${name} through the number set "${route.numberSet}". Remove it from the set, or remove the set from the workflow's start node.`}</Alert>
        )}
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            {route?.numberSet == null ? "Cancel" : "Close"}
          </Button>
          {route === null && (
            <ReasonButton
              reason={chosen === null ? "Choose a workflow or menu first." : undefined}
              loading={change.isPending}
              onClick={() => chosen !== null && change.mutate(chosen)}
            >
              Attach
            </ReasonButton>
          )}
          {route !== null && route.numberSet === null && (
            <Button color="red" loading={change.isPending} onClick={() => change.mutate(route.routeTag)}>
              Detach
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
