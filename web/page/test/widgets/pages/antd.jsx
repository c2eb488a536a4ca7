import {
  Checkbox,
  DatePicker,
  Form,
  Input,
  InputNumber,
  message,
  Radio,
  Rate,
  Segmented,
  Select,
  Slider,
  Switch,
  Table,
  Tree,
} from "antd";
import dayjs from "dayjs";
import { createRoot } from "react-dom/client";

const rows = [
  { key: 1, boat: "Marta", berth: "A12", length: 9 },
  { key: 2, boat: "Pinta", berth: "B03", length: 14 },
];
const columns = [
  { title: "Boat", dataIndex: "boat", sorter: (a, b) => a.boat.localeCompare(b.boat), defaultSortOrder: "ascend" },
  { title: "Berth", dataIndex: "berth" },
  { title: "Length", dataIndex: "length", sorter: (a, b) => a.length - b.length },
];
const tree = [
  {
    title: "Harbour",
    key: "h",
    children: [
      { title: "North pier", key: "n" },
      { title: "South pier", key: "s" },
    ],
  },
];

createRoot(document.body.appendChild(document.createElement("main"))).render(
  <Form
    onValuesChange={(_, values) => {
      window.values = values;
    }}
    labelCol={{ span: 4 }}
    style={{ maxWidth: 700 }}
    initialValues={{ city: "Lisbon", langs: ["Danish"], stars: 3, loud: 40 }}
  >
    <Form.Item label="City" name="city">
      <Select showSearch options={["Genoa", "Lisbon", "Oslo"].map((value) => ({ value }))} />
    </Form.Item>
    <Form.Item label="Languages" name="langs">
      <Select mode="multiple" options={["Danish", "Finnish"].map((value) => ({ value }))} />
    </Form.Item>
    <Form.Item label="Arrival">
      <DatePicker defaultValue={dayjs("2026-03-14")} />
    </Form.Item>
    <Form.Item label="Guests">
      <InputNumber min={1} defaultValue={2} />
    </Form.Item>
    <Form.Item label="Stars" name="stars">
      <Rate />
    </Form.Item>
    <Form.Item label="Volume" name="loud">
      <Slider />
    </Form.Item>
    <Form.Item label="Breakfast">
      <Switch defaultChecked />
    </Form.Item>
    <Form.Item label="Side">
      <Radio.Group options={["Port", "Starboard"]} defaultValue="Port" optionType="button" />
    </Form.Item>
    <Form.Item label="Period">
      <Segmented options={["Daily", "Weekly"]} defaultValue="Weekly" />
    </Form.Item>
    <Form.Item label="Password">
      <Input.Password defaultValue="hush" />
    </Form.Item>
    <Checkbox defaultChecked>I agree</Checkbox>
    <button type="button" onClick={() => message.success("The berth was saved")}>
      Save
    </button>
    <Table size="small" rowSelection={{}} columns={columns} dataSource={rows} pagination={false} />
    <Tree checkable defaultExpandAll treeData={tree} defaultCheckedKeys={["n"]} />
  </Form>,
);
