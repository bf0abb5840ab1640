import { NotThere } from "../_frame/records/not-loaded";
import { notThereTitle } from "../_frame/records/record";

export const generateMetadata = notThereTitle;

export default function NotFound() {
  return <NotThere />;
}
