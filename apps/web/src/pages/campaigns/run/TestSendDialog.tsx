import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { type Batch, batchRoutes } from "@trunkline/contract/runs/batch.ts";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import { type FormEvent, useState } from "react";
import { call, callOne } from "../../../api/call.ts";
import { useRefresh } from "../../../api/queries.ts";
import { toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";

const memory = "trunkline.testPhone";

/** The user's own number, saved on this machine. */
function remembered(): string {
  try {
    return localStorage.getItem(memory) ?? "";
  } catch {
    // storage may be forbidden
    return "";
  }
}

function remember(phone: string): void {
  try {
    localStorage.setItem(memory, phone);
  } catch {
    // storage may be forbidden: the number is typed again next time
  }
}

/** Runs the saved workflow for the user's own phone only. */
export function TestSendDialog({ campaign, close, done }: { campaign: Campaign; close: () => void; done: () => void }) {
  const [phone, setPhone] = useState(remembered);
  const [isTried, setTried] = useState(false);
  const { send, isSending } = useSend(campaign, done);
  const isBlank = phone.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isBlank) void send(phone.trim());
  };
  return (
    <Modal opened onClose={close} title="Send a test to me" zIndex={300}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <Text size="sm">
            Runs the saved workflow for your phone alone. Texts and calls are real and cost what they always cost.
          </Text>
          <TextInput
            label="Your phone number"
            type="tel"
            autoComplete="tel"
            data-autofocus
            withAsterisk
            value={phone}
            onChange={(event) => setPhone(event.currentTarget.value)}
            error={isTried && isBlank ? "Phone is required" : undefined}
          />
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isSending}>
              Send test
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The contact with this number, created if there is none. */
async function contactOf(phone: string): Promise<{ contactId: string; phone: string | null }> {
  const digits = phone.replace(/\D/g, "");
  const { payload } = await call(contactRoutes.list, { query: { search: phone, limit: 10 } });
  const found = payload.find((one) => [digits, `1${digits}`].includes((one.phone ?? "").replace(/\D/g, "")));
  return found ?? callOne(contactRoutes.create, { body: { phone } });
}

function useSend(campaign: Campaign, done: () => void) {
  const [isSending, setSending] = useState(false);
  const [, setAddress] = useAddress();
  const refresh = useRefresh();
  const send = async (phone: string): Promise<void> => {
    setSending(true);
    let batch: Batch;
    try {
      const contact = await contactOf(phone);
      batch = await callOne(batchRoutes.create, {
        params: { campaignId: campaign.campaignId },
        body: {
          displayName: `Test of ${campaign.campaignName}`,
          periodMs: -1,
          start: true,
          filters: { dnc: ["call", "sms"] },
          contactIds: [contact.contactId],
        },
      });
    } catch (problem) {
      toastError("Could not send the test", problem);
      return;
    } finally {
      setSending(false);
    }
    remember(phone);
    toastSuccess("Test started", phone);
    setAddress({ run: batch.batchId });
    done();
    void refresh("/v4/campaign/batch/");
  };
  return { send, isSending };
}
