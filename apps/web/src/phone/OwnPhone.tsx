import { ActionIcon, Button, Group, Popover, TextInput } from "@mantine/core";
import { IconDeviceMobile } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { phoneRoutes } from "@trunkline/contract/agents/phone.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../api/call.ts";
import { useRefresh } from "../api/queries.ts";
import { messageOfFailure, toastSuccess } from "../ui/page/toast.tsx";
import { Tooltip } from "../ui/tip/Tooltip.tsx";
import { SoundSettings } from "./sound/SoundSettings.tsx";

const label = "Phone settings";

/** Where the user speaks with callers of numbers at a provider: in this browser, or by a phone of their own. */
export function OwnPhone({ ringsAt }: { ringsAt: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const refresh = useRefresh();
  const save = useMutation({
    mutationFn: () => callOne(phoneRoutes.ringAt, { body: { ringsAt: typed } }),
    onSuccess: () => {
      setOpen(false);
      toastSuccess("Phone settings saved");
    },
    onSettled: () => refresh(phoneRoutes.find.path),
  });
  const open = () => {
    setTyped(ringsAt ?? "");
    save.reset();
    setOpen(!isOpen);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus withArrow shadow="md">
      <Tooltip label={label}>
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={label} aria-expanded={isOpen} onClick={open}>
            <IconDeviceMobile size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown>
        <SoundSettings />
        <form onSubmit={submit} noValidate>
          <TextInput
            mt={16}
            label="Your phone number or SIP address"
            description="When you answer a call of a number at a provider and no browser carries its sound, this phone rings; press any key to take the call. Numbers of the simulated carrier need none."
            placeholder="+12025550123"
            inputMode="tel"
            maxLength={300}
            data-autofocus
            value={typed}
            error={save.error ? messageOfFailure(save.error) : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" mt={12} gap={8}>
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
