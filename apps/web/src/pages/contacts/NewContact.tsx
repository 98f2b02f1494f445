import { Button, Group, Modal, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { refusedFields } from "../../fields/refusedFields.ts";
import { paths } from "../../paths.ts";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { ContactFields } from "./ContactFields.tsx";
import { bodyOf, type ContactDraft, emptyContact, validateDraft } from "./contactDraft.ts";
import { contactName } from "./contactName.ts";

/** The form that creates a contact. */
export function NewContact({ close }: { close: () => void }) {
  const refresh = useRefresh();
  const go = useGo();
  const form = useForm<ContactDraft>({ initialValues: emptyContact, validate: validateDraft });
  const create = useMutation({
    mutationFn: (draft: ContactDraft) => callOne(contactRoutes.create, { body: bodyOf(draft) }),
    onSuccess: async (contact) => {
      await refresh("/v4/contact/");
      toastSuccess("Contact created", contactName(contact));
      go(paths.contact(contact.contactId));
    },
    onError: (problem) => {
      form.setErrors(refusedFields(problem));
      toastError("Error creating contact", problem);
    },
  });
  return (
    <Modal opened onClose={close} title="New contact" size="lg">
      <form onSubmit={form.onSubmit((draft) => create.mutate(draft))} noValidate>
        <Stack gap={16}>
          <ContactFields form={form} disabled={false} />
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" onMouseDown={keepFocus} loading={create.isPending}>
              Create contact
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
