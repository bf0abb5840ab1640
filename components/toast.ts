import { createElement } from "react";
import type { ExternalToast } from "sonner";
import { isSessionOver, SignInAgain } from "./form/sign-in-again";

let arrive = () => {};
const arrived = new Promise<void>((resolve) => (arrive = resolve));

/** Resolves the promise that messages wait for. The toaster calls this function after mounting. */
export const toasterArrived = () => arrive();

/** Messages of finished actions that offer no action of their own. */
const finished = new Set<string | number>();

/**
 * Closes the messages of finished actions. A dialog calls this function when it opens, because the messages would cover its buttons.
 * Errors and messages with a button stay.
 */
export async function closeFinished(): Promise<void> {
  if (finished.size === 0) return;
  const { toast } = await import("sonner");
  for (const id of finished) toast.dismiss(id);
  finished.clear();
}

/**
 * Returns a function that shows a message. The function waits for the toaster and its library, because both load after the
 * page.
 */
const shown =
  (kind: "success" | "error" | "info") =>
  async (message: string, options?: ExternalToast): Promise<void> => {
    const { toast } = await import("sonner");
    await arrived;
    const id = toast[kind](message, options);
    if (kind !== "error" && !options?.action && options?.duration !== Infinity) finished.add(id);
  };

/** Short messages in the corner of the page. "Toaster" is the component that shows them. */
export const toast = {
  success: (message: string, options?: ExternalToast) => void shown("success")(message, options),
  error: (message: string, options?: ExternalToast) => void shown("error")(message, options),
  /**
   * Shows an error message. If the session has ended, the message contains a link to the sign-in and stays until the person
   * closes it.
   */
  refused: (error: unknown) =>
    void shown("error")(
      error instanceof Error ? error.message : String(error),
      isSessionOver(error) ? { description: createElement(SignInAgain), duration: Infinity } : undefined,
    ),
  info: (message: string, options?: ExternalToast) => void shown("info")(message, options),
};

/** Shows the message for a successful action. */
export const say = shown("success");
