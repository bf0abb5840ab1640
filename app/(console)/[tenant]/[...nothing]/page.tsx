import { openWorkspace } from "@/app/workspace";
import { NotThere } from "../../_frame/not-there";
import { nothingTitle } from "../../_frame/nothing-title";

export const generateMetadata = () => nothingTitle();

/** Every other address of an organization's console. */
export default async function NothingPage({ params }: PageProps<"/[tenant]/[...nothing]">) {
  await openWorkspace((await params).tenant);
  return <NotThere />;
}
