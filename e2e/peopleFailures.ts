import type { Page } from "playwright-core";
import { type Account, written } from "./account.ts";
import type { FailureScene } from "./failureScene.ts";
import { type Rows, readFailure } from "./failures.ts";
import { answer, choose, fill, goTo, press, see } from "./page.ts";
import { down } from "./runFailures.ts";

// Spec 2 §8, the general rule, for the people that runs are for: contacts, the inbox, numbers that are not contacted.

interface Person {
  contactId: string;
  phone: string;
  name: string;
}

async function makePerson(account: Account, firstName: string): Promise<Person> {
  return { ...(await account.makeContact(firstName)), name: `${firstName} Kinds` };
}

/** Windows that are open before the database is stopped, and what fails in them then; what was typed is there to be sent again. */
export async function peopleWhenStopped({ at, account, makeTemplate }: FailureScene): Promise<Rows[]> {
  const person = await makePerson(account(), "Stopped");
  await account().call("POST", "/v4/disposition/", { key: "stopped call", description: "Called back" });
  await makeTemplate("Stopped reply");
  await account().call("POST", "/v4/dnc/", { phone: "+19072000199", type: "call" });
  const [contact, contacts, inbox, numbers, lists] = await Promise.all([
    // the form, and a tab that is none of those that fail
    at(`/contacts/${person.contactId}?edit=yes&tab=workflows`),
    at("/contacts?new=yes"),
    at(`/inbox/${person.contactId}`),
    at("/do-not-contact"),
    at("/assets"),
  ]);
  const listed = `${written("+19072000199")} Calls`;
  await see(contact.getByRole("button", { name: "Stop Texts" }));
  await see(contacts.getByRole("dialog"));
  await fill(inbox, `Text to ${person.name}`, "Are you there?");
  await see(numbers.getByRole("button", { name: `Remove ${listed}` }));
  return [
    {
      // its notice is nothing but the message, which the faces of the tabs say as well
      "give a disposition": async () => {
        await choose(contact, "Disposition", "stopped call");
        await press(contact.getByRole("region", { name: "Dispositions" }), "Save");
        return readFailure(contact, down);
      },
      ...ofTabs(contact),
      "stop texts to a contact": async () => {
        await press(contact, "Stop Texts");
        await answer(contact, "Stop Texts");
        return readFailure(contact, "Error updating the do-not-contact list");
      },
      "archive a contact": async () => {
        await press(contact, "Archive");
        await answer(contact, "Archive");
        return readFailure(contact, "Error archiving contacts");
      },
      "save a contact": async () => {
        await fill(contact, "Last name", "Kept");
        await press(contact, "Save");
        const words = await readFailure(contact, "Error saving contact");
        return [...words, await contact.getByRole("textbox", { name: "Last name" }).inputValue()];
      },
    },
    {
      "create a contact": async () => {
        await fill(contacts.getByRole("dialog"), "Phone", "+19072000196");
        await press(contacts.getByRole("dialog"), "Create contact");
        return readFailure(contacts, "Error creating contact");
      },
    },
    {
      "insert a template": async () => {
        await choose(inbox, "Insert template", "Stopped reply");
        return readFailure(inbox, "Error inserting template");
      },
      "send a reply": async () => {
        await press(inbox, "Send");
        const words = await readFailure(inbox, "Error sending reply");
        return [...words, await inbox.getByRole("textbox", { name: `Text to ${person.name}` }).inputValue()];
      },
    },
    {
      "add numbers not to contact": async () => {
        await press(numbers, "Add numbers");
        await fill(numbers.getByRole("dialog"), "Numbers", "+19072000198");
        await press(numbers.getByRole("dialog"), "Add");
        const words = await readFailure(numbers, "Error updating the do-not-contact list");
        await press(numbers.getByRole("dialog"), "Cancel");
        return words;
      },
      "remove a number": async () => {
        await press(numbers, `Remove ${listed}`);
        await answer(numbers, "Remove");
        return readFailure(numbers, "Error updating the do-not-contact list");
      },
      "load the history of a number": async () => {
        await press(numbers, `History ${listed}`);
        return readFailure(numbers, "Error loading number");
      },
    },
    {
      "list conversations": async () => {
        await goTo(lists, "Inbox");
        return readFailure(lists, "Error loading inbox");
      },
      "list the federal list": async () => {
        await goTo(lists, "Do not contact");
        await lists.getByRole("tab", { name: "Federal list" }).click();
        return readFailure(lists, "Error loading the federal list");
      },
    },
  ];
}

/** What happened to a contact, a tab each. */
function ofTabs(page: Page): Rows {
  const tabs = { Texts: "texts", Calls: "calls", History: "history", "Why not?": "decisions" };
  return Object.fromEntries(
    Object.entries(tabs).map(([tab, what]) => [
      `list ${what} of a contact`,
      async () => {
        await page.getByRole("tab", { name: tab, exact: true }).click();
        return readFailure(page, `Error loading ${what}`);
      },
    ]),
  );
}

/** What is read of each of them. */
export const peopleStopped: Record<string, string[]> = {
  "list texts of a contact": ["Error loading texts", down],
  "list calls of a contact": ["Error loading calls", down],
  "list history of a contact": ["Error loading history", down],
  "list decisions of a contact": ["Error loading decisions", down],
  // dispositions: the first error's message is the whole notice
  "give a disposition": [down],
  "stop texts to a contact": ["Error updating the do-not-contact list", down],
  "archive a contact": ["Error archiving contacts", down],
  "save a contact": ["Error saving contact", down, "Kept"],
  "create a contact": ["Error creating contact", down],
  "insert a template": ["Error inserting template", down],
  "send a reply": ["Error sending reply", down, "Are you there?"],
  "add numbers not to contact": ["Error updating the do-not-contact list", down],
  "remove a number": ["Error updating the do-not-contact list", down],
  "load the history of a number": ["Error loading number", down],
  "list conversations": ["Error loading inbox", down],
  "list the federal list": ["Error loading the federal list", down],
};

/** What was taken away beneath those who work with people, and what never was. */
export async function peopleRemoved({ at, account, makeTemplate, remove }: FailureScene): Promise<Rows> {
  const person = await makePerson(account(), "Removed");
  const template = await makeTemplate("Removed reply");
  const inbox = await at(`/inbox/${person.contactId}`);
  await inbox.getByRole("combobox", { name: "Insert template", exact: true }).click();
  await see(inbox.getByRole("option", { name: "Removed reply" }));
  const missingId = "00000000-0000-7000-8000-000000000000";
  return {
    "insert a template": async () => {
      await remove(`/v4/smstemplate/${template}`);
      await inbox.getByRole("option", { name: "Removed reply" }).click();
      return readFailure(inbox, "Error inserting template");
    },
    "load a contact": async () => readFailure(await at(`/contacts/${missingId}`), "Error loading contact"),
    "load a conversation": async () => readFailure(await at(`/inbox/${missingId}`), "Error loading conversation"),
    "load the history of what is no number": async () =>
      readFailure(await at("/do-not-contact?number=12"), "Error loading number"),
  };
}

/** What is read of each of them. */
export const peopleWhenRemoved: Record<string, string[]> = {
  "insert a template": ["Error inserting template", "Template not found"],
  "load a contact": ["Error loading contact", "Contact not found"],
  "load a conversation": ["Error loading conversation", "Conversation not found"],
  "load the history of what is no number": ["Error loading number", 'Phone "12": no such phone number'],
};

/**
 * Windows whose session is ended elsewhere. They were in the background, so they did not refresh before the user came
 * back and pressed a button. `looking` was in the foreground.
 */
export async function peopleEnded({ at, account }: FailureScene): Promise<{ people: Rows; looking: Page }> {
  const person = await makePerson(account(), "Ended");
  const [history, scheduled, contact, inbox, numbers] = await Promise.all([
    at("/enrollments"),
    at("/enrollments/scheduled"),
    at(`/contacts/${person.contactId}?edit=yes`),
    at(`/inbox/${person.contactId}`),
    at("/do-not-contact?add=yes"),
  ]);
  await press(history, "Pause Ended going");
  await press(scheduled, "Cancel Ended once");
  await fill(contact, "Last name", "Kept");
  await fill(inbox, `Text to ${person.name}`, "Are you there?");
  await fill(numbers.getByRole("dialog"), "Numbers", "+19072000197");
  for (const page of [history, scheduled, contact, inbox, numbers])
    await page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })");
  const ended = (page: Page, header: string, act: () => Promise<unknown>) => async () => {
    await act();
    const words = await readFailure(page, header);
    // what was typed is not thrown away unasked
    if (page === contact || page === inbox) await answer(page, "Leave");
    await see(page.getByRole("heading", { name: "Sign in", level: 1 }));
    return words;
  };
  return {
    looking: await at("/enrollments/recurring"),
    people: {
      "pause a run": ended(history, "Error pausing workflow", () => answer(history, "Pause")),
      "cancel a run to come": ended(scheduled, "Error updating workflow", () => answer(scheduled, "Cancel run")),
      "save a contact": ended(contact, "Error saving contact", () => press(contact, "Save")),
      "send a reply": ended(inbox, "Error sending reply", () => press(inbox, "Send")),
      "add numbers not to contact": ended(numbers, "Error updating the do-not-contact list", () =>
        press(numbers.getByRole("dialog"), "Add"),
      ),
    },
  };
}
