import type { ExternalToast } from "sonner";

let arrive = () => {};
const arrived = new Promise<void>((resolve) => (arrive = resolve));

/** Told by the place for messages once it is there. */
export const toasterArrived = () => arrive();

/** The place for messages is loaded after the page, and so is what speaks to it: a message waits for both. */
const shown =
  (kind: "success" | "error" | "info") =>
  async (message: string, options?: ExternalToast): Promise<void> => {
    const { toast } = await import("sonner");
    await arrived;
    toast[kind](message, options);
  };

/** Short messages in the corner of the page. */
export const toast = {
  success: (message: string, options?: ExternalToast) => void shown("success")(message, options),
  error: (message: string, options?: ExternalToast) => void shown("error")(message, options),
  info: (message: string, options?: ExternalToast) => void shown("info")(message, options),
};

/** Tells the reader shortly that something was done. */
export const say = shown("success");
