import { openWorkspace } from "@/app/workspace";
import { NotThere } from "../../_frame/not-there";
import { nothingTitle } from "../../_frame/nothing-title";

export const generateMetadata = () => nothingTitle();

/** Every other address of the platform's console. */
export default async function NothingPage() {
  await openWorkspace(null);
  return <NotThere />;
}
