let arrive = () => {};
const arrived = new Promise<void>((resolve) => (arrive = resolve));

/** Told by the place for messages once it is there. */
export const toasterArrived = () => arrive();

/** Tells the reader shortly that something was done. The place for it is loaded after the page; the message waits for it. */
export async function say(message: string) {
  const { toast } = await import("sonner");
  await arrived;
  toast.success(message);
}
