import { ActionIcon, Tooltip } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { confirm } from "../../../ui/dialog/confirm.tsx";
import { later, overThePage } from "../../../ui/page/lazyPart.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { leaving } from "../editor/leaving.ts";
import type { Versioned } from "./versioned.ts";

const Versions = later(async () => (await import("./Versions.tsx")).Versions, { frame: overThePage });

interface Props {
  of: Versioned;
  /** The version shown on the canvas. */
  shown: number;
  /** Whether there are unsaved changes. */
  changed: boolean;
}

/** Opens the version list. The address holds the shown version. */
export function VersionsButton({ of, shown, changed }: Props) {
  const [isListing, setListing] = useState(false);
  const [, setAddress] = useAddress();
  const open = async (version: number, isNewest: boolean) => {
    setListing(false);
    if (version === shown) return;
    const ask = { title: "Leave without saving?", consequence: leaving, confirm: "Leave", cancel: "Stay" };
    if (changed && !(await confirm(ask))) return;
    setAddress({ version: isNewest ? undefined : String(version), run: undefined });
  };
  return (
    <>
      <Tooltip label="Version history">
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Versions" onClick={() => setListing(true)}>
          <IconHistory size={18} />
        </ActionIcon>
      </Tooltip>
      {isListing && (
        <Versions
          of={of}
          shown={shown}
          close={() => setListing(false)}
          open={(version, isNewest) => void open(version, isNewest)}
        />
      )}
    </>
  );
}
