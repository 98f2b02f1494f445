import { type ComponentType, useEffect, useState } from "react";
import type { Question } from "./question.ts";

type Dialog = ComponentType<{ question: Question; answer: (isSure: boolean) => void }>;
interface Asked {
  question: Question;
  /** Loaded with the first confirmation. */
  Dialog: Dialog;
  answer: (isSure: boolean) => void;
}

let ask: ((asked: Asked) => void) | undefined;

/** Asks for confirmation. Resolves to whether the user confirmed. */
export async function confirm(question: Question): Promise<boolean> {
  const { ConfirmDialog: Dialog } = await import("./ConfirmDialog.tsx");
  return new Promise((answer) => (ask ? ask({ question, Dialog, answer }) : answer(false)));
}

/** Shows confirmations. Rendered once for the whole product. */
export function ConfirmHost() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    ask = setAsked;
    return () => {
      ask = undefined;
    };
  }, []);
  if (asked === null) return null;
  const { Dialog, question } = asked;
  const answer = (isSure: boolean) => {
    setAsked(null);
    asked.answer(isSure);
  };
  return <Dialog question={question} answer={answer} />;
}
