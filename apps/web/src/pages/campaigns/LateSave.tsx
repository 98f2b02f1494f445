import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { routeTagRoutes } from "@trunkline/contract/inboundRoute.ts";
import { oneOf } from "../../api/queries.ts";

interface Props {
  routeTag: string;
  close: () => void;
  reload: () => void;
  saveOver: (newest: number) => void;
}

/** Somebody saved the inbound workflow while one was drawing: nobody's work is lost without a choice. */
export function LateSave({ routeTag, close, reload, saveOver }: Props) {
  const tag = useQuery({ ...oneOf(routeTagRoutes.find, { params: { routeTag } }), staleTime: 0 });
  const newest = tag.isFetching ? undefined : tag.data?.workflowUIVersion;
  return (
    <Modal opened onClose={close} size={520} title="Somebody saved before you">
      <Stack gap={16}>
        <Text size="sm">
          {newest === undefined
            ? "A newer version was saved after you opened this workflow."
            : `Version ${newest} was saved after you opened this workflow.`}
        </Text>
        <Text size="sm" c="dimmed">
          Saved over, the other version is lost. Loaded, your own changes are lost.
        </Text>
        <Group gap={8} justify="flex-end">
          <Button variant="subtle" color="gray" data-autofocus onClick={close}>
            Go on drawing
          </Button>
          <Button variant="default" onClick={reload}>
            Load the newest
          </Button>
          <Button disabled={newest === undefined} onClick={() => newest !== undefined && saveOver(newest)}>
            Save mine over it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
