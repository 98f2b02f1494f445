import { Button, Group, Modal, Radio, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { mostNote } from "@trunkline/contract/workflows/approval.ts";
import { mostVersionName } from "@trunkline/contract/workflows/version.ts";
import { type FormEvent, useState } from "react";
import { useMe } from "../../../api/me.ts";
import { useRefresh } from "../../../api/queries.ts";
import { DialogActions } from "../../../ui/dialog/DialogActions.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { toastError } from "../../../ui/page/toast.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import type { PublishParts } from "./publishParts.ts";
import { TestsLine } from "./TestsLine.tsx";

/** A published version with contacts on their way on older ones. */
interface Published {
  version: number;
  onTheirWay: number;
}

/** Publishes the drawing with a note for the version, or asks for approval, and then leads to the contacts on their way (decision 0090). */
export function PublishDialog(parts: PublishParts) {
  const [published, setPublished] = useState<Published | null>(null);
  return published === null ? (
    <Writing {...parts} published={setPublished} />
  ) : (
    <WhatNow {...parts} published={published} />
  );
}

interface WritingProps extends PublishParts {
  published: (published: Published) => void;
}

/** What is about to happen: the note, the tests, and the approval where it is on. */
function Writing({ close, mustAsk, of, playTests, save, ask, published }: WritingProps) {
  const { publishingNeedsApproval } = useMe();
  const [asks, setAsks] = useState(mustAsk);
  const [name, setName] = useState("");
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const label = useLabel(of);
  const publish = async (): Promise<void> => {
    const version = await save();
    // what is wrong is shown on the canvas
    if (version === 0) return close();
    await label(version, { name: name.trim(), note: note.trim() });
    const onTheirWay = (await of.countOnTheirWay?.().catch(() => 0)) ?? 0;
    if (onTheirWay === 0) close();
    else published({ version, onTheirWay });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    if (!asks) return publish();
    await ask(note.trim());
    close();
  };
  const verb = asks ? "Ask for approval" : "Publish";
  return (
    <Modal opened onClose={close} title={mustAsk ? "Ask for approval" : "Publish"}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={16}>
          {publishingNeedsApproval && !mustAsk && (
            <Radio.Group
              aria-label="How to publish"
              value={asks ? "ask" : "publish"}
              onChange={(chosen) => setAsks(chosen === "ask")}
            >
              <Stack gap={8}>
                <Radio value="publish" label="Publish now" />
                <Radio value="ask" label="Ask another user for approval first" />
              </Stack>
            </Radio.Group>
          )}
          <Text size="sm">
            {asks ? waits : "Saves the workflow on the canvas as a new version, which is live at once."}
          </Text>
          <TestsLine of={of} playTests={playTests} />
          {!asks && (
            <TextInput
              label="Name of the version"
              placeholder="Before the sale"
              maxLength={mostVersionName}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          <Textarea
            label={asks ? "Note to the approver" : "Note"}
            placeholder="What changed, and why"
            data-autofocus
            autosize
            minRows={3}
            maxRows={10}
            maxLength={mostNote}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
          {of.countOnTheirWay !== undefined && (
            <Text size="sm" c="dimmed">
              {`Contacts who are on their way stay on their version. ${asks ? "Once it is published, you can choose what happens to them." : "You choose what happens to them in the next step."}`}
            </Text>
          )}
          <DialogActions close={close} words={verb} isBusy={isBusy} />
        </Stack>
      </form>
    </Modal>
  );
}

const waits =
  "A copy of the workflow as it is now waits until someone who may approve publishes or declines it. You can continue to edit your draft.";

/** Names the published version. The version is published whether or not this works. */
function useLabel(of: PublishParts["of"]) {
  const refresh = useRefresh();
  return async (version: number, label: { name: string; note: string }): Promise<void> => {
    if (label.name === "" && label.note === "") return;
    try {
      await of.label(version, label);
    } catch (problem) {
      toastError(`Version ${version} was published, but its name and note were not saved`, problem);
    }
    void refresh(...of.stale);
  };
}

/** The step after publishing: contacts on their way on older versions. */
function WhatNow({ close, of, published: { version, onTheirWay } }: PublishParts & { published: Published }) {
  const isOne = onTheirWay === 1;
  return (
    <Modal opened onClose={close} title={`Published as version ${version}`}>
      <Stack gap={16}>
        <Text size="sm">
          {`${plural(onTheirWay, "contact")} ${isOne ? "is" : "are"} on their way on older versions and ${isOne ? "stays" : "stay"} there, unless you move them. A move is simulated on exactly these contacts before it starts.`}
        </Text>
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            Leave them there
          </Button>
          {of.onTheirWay !== undefined && (
            <Button component={PathLink} to={of.onTheirWay} data-autofocus>
              Choose what happens
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
