import { Button, Group, Skeleton, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ivrRoutes } from "@trunkline/contract/routing/ivr.ts";
import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { useState } from "react";
import { listOf } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { toastInfo } from "../../ui/page/toast.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";
import classes from "./EarlierVersions.module.css";

/** Earlier versions of an IVR. Any of them can be loaded into the form and saved again (spec 3 §7 archived). */
export function EarlierVersions(props: {
  name: string;
  version: number;
  mayLoad: boolean;
  onLoad: (ivr: Ivr) => void;
}) {
  const { name, version, mayLoad, onLoad } = props;
  const [isOpen, setOpen] = useState(false);
  const versions = useQuery({ ...listOf(ivrRoutes.archived, { params: { name } }), enabled: isOpen });
  const load = async ({ saved: _, ...ivr }: Ivr & { saved: unknown }): Promise<void> => {
    const isSure = await confirm({
      title: `Load version ${ivr.version}?`,
      consequence: "It replaces the contents of the form. Callers hear it after you save.",
      confirm: "Load version",
      destructive: false,
    });
    if (!isSure) return;
    onLoad(ivr);
    toastInfo(`Version ${ivr.version} loaded`, "Save it to make it live.");
  };
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconHistory size={14} />}
        aria-expanded={isOpen}
        onClick={() => setOpen((open) => !open)}
      >
        Earlier versions
      </Button>
      {isOpen &&
        (versions.isError ? (
          <ErrorState title="Error loading versions" problem={versions.error} retry={() => versions.refetch()} />
        ) : versions.isPending ? (
          <Skeleton height={32} mt={8} />
        ) : versions.data.length === 0 ? (
          <Text size="sm" c="dimmed" mt={8}>
            This is version {version}. There are no earlier versions.
          </Text>
        ) : (
          <ul className={classes["list"]}>
            {versions.data.map((one) => (
              <li key={one.version}>
                <Group gap={8} justify="space-between" wrap="nowrap">
                  <Text size="sm">
                    Version {one.version} · {plural(one.menus.length, "menu")}
                    <Text span size="xs" c="dimmed" display="block">
                      <Time at={one.saved.at} /> by {one.saved.by}
                    </Text>
                  </Text>
                  {mayLoad && (
                    <Button
                      variant="default"
                      size="compact-xs"
                      aria-label={`Load version ${one.version}`}
                      onClick={() => void load(one)}
                    >
                      Load
                    </Button>
                  )}
                </Group>
              </li>
            ))}
          </ul>
        ))}
    </div>
  );
}
