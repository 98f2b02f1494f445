import type { FailureScene } from "./failureScene.ts";
import { type Rows, readFailure, removeBeneath, tick } from "./failures.ts";
import { fill, follow, goTo, open, press, see } from "./page.ts";
import { down } from "./runFailures.ts";

// Spec 2 §8 for message templates: their rows in the list, their form.

/** Templates that are taken away in the list and in their form. */
export async function templatesRemoved({ listed, makeTemplate, remove }: FailureScene): Promise<Rows> {
  const ids: Record<string, string> = {};
  for (const title of ["Gone", "Stays", "Went", "Text"]) ids[title] = await makeTemplate(title);
  const page = await listed("/templates");
  return {
    "delete a template": async () => {
      const away = removeBeneath(page, "Gone", () => remove(`/v4/smstemplate/${ids["Gone"]}/`));
      await tick(page, ["Gone"], "Delete Templates", "Delete template", away);
      return readFailure(page, "Error deleting message templates.");
    },
    "delete templates": async () => {
      const away = removeBeneath(page, "Went", () => remove(`/v4/smstemplate/${ids["Went"]}/`));
      await tick(page, ["Stays", "Went"], "Delete Templates", "Delete templates", away);
      return readFailure(page, "Error deleting message templates.");
    },
    "load a template": async () => {
      await remove(`/v4/smstemplate/${ids["Text"]}/`);
      await follow(page, "Text");
      return readFailure(page, "There was an error getting template(s)");
    },
    "edit a template": async () => {
      const id = await makeTemplate("Edited");
      await open(page, `/templates/edit/${id}`);
      await fill(page, "Content", "Hello again");
      await remove(`/v4/smstemplate/${id}/`);
      await press(page, "Save");
      return readFailure(page, "There was an error editing template");
    },
  };
}

/** What is read of each of them. */
export const templatesWhenRemoved: Record<string, string[]> = {
  "load a template": ["There was an error getting template(s)", "Template not found"],
  "edit a template": ["There was an error editing template", "Template not found"],
  "delete a template": [
    "Error deleting message templates.",
    "There was an error deleting the template",
    "Template not found",
  ],
  "delete templates": [
    "Error deleting message templates.",
    "Some or all templates may have not been successfully deleted",
    "There was an error deleting template(s)",
    "Template not found",
  ],
};

/** Windows that are open before the database is stopped, and what fails in them then. */
export async function templatesWhenStopped({ at, listed, makeTemplate }: FailureScene) {
  const id = await makeTemplate("Stopped text");
  const filled = async () => {
    const page = await at(`/templates/edit/${id}`);
    await fill(page, "Content", "Hello again");
    return page;
  };
  const [text, texts] = await Promise.all([filled(), listed("/templates")]);
  const rows: Rows[] = [
    {
      "reword with AI": async () => {
        await press(text, "Reword with AI");
        await see(text.getByText("An additional charge applies per message."));
        await text.getByRole("button", { name: "Reword with AI" }).and(text.locator(":enabled")).waitFor();
        return text.getByRole("alert").allInnerTexts();
      },
      "edit a template": async () => {
        await press(text, "Save");
        return readFailure(text, "There was an error editing template");
      },
    },
    {
      "load a template": () => readFailure(texts, "There was an error getting template(s)"),
      "create a template": async () => {
        await goTo(texts, "Templates");
        await follow(texts, "Create Template");
        await fill(texts, "Title", "Never made");
        await fill(texts, "Content", "Hello");
        await press(texts, "Save");
        return readFailure(texts, "There was an error saving template(s)");
      },
    },
  ];
  return { texts, rows };
}

/** What is read of each of them. */
export const templatesStopped: Record<string, string[]> = {
  "create a template": ["There was an error saving template(s)", down],
  "reword with AI": [],
  "edit a template": ["There was an error editing template", down],
  "load a template": ["There was an error getting template(s)", down],
};
