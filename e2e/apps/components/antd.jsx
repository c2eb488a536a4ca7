import { App, Button, DatePicker, Form, Input, InputNumber, Modal, Popconfirm, Radio, Rate, Select, Slider, Switch, Table, message } from "antd";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const trips = [
  { id: 1, traveller: "Nadia Petrova", to: "Lisbon", nights: 3, cost: 720 },
  { id: 2, traveller: "Omar Said", to: "Vienna", nights: 2, cost: 480 },
  { id: 3, traveller: "Paula Reyes", to: "Oslo", nights: 5, cost: 1310 },
  { id: 4, traveller: "Quentin Roy", to: "Athens", nights: 4, cost: 655 },
];

function Desk() {
  const [form] = Form.useForm();
  const [rows, setRows] = useState(trips);
  const [picked, setPicked] = useState([]);
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState({});
  window.readState = () => {
    const { date, ...rest } = form.getFieldsValue();
    return {
      form: { ...rest, traveller: rest.traveller ?? "", city: rest.city ?? "", date: date?.format("YYYY-MM-DD") ?? "" },
      trips: Object.fromEntries(rows.map((row) => [row.id, { ...row, picked: picked.includes(row.id) }])),
      sent,
    };
  };
  const send = (values) => {
    setSent({ ...sent, [Object.keys(sent).length + 1]: { traveller: values.traveller, city: values.city } });
    message.success("The request was sent");
  };
  const first = { nights: 2, meals: [], stars: 2, budget: 30, seat: "aisle", insured: false };
  return (
    <App>
      <h1>Travel desk</h1>
      <Form form={form} initialValues={first} labelCol={{ span: 4 }} onFinish={send}>
        <Form.Item name="traveller" label="Traveller" rules={[{ required: true }]}><Input /></Form.Item>
        <Form.Item name="city" label="City">
          <Select showSearch options={["Athens", "Lisbon", "Oslo", "Prague", "Rome", "Vienna"].map((value) => ({ value }))} />
        </Form.Item>
        <Form.Item name="date" label="Date"><DatePicker /></Form.Item>
        <Form.Item name="nights" label="Nights"><InputNumber min={1} max={30} /></Form.Item>
        <Form.Item name="meals" label="Meals">
          <Select mode="multiple" options={["Breakfast", "Lunch", "Dinner"].map((value) => ({ value }))} />
        </Form.Item>
        <Form.Item name="seat" label="Seat"><Radio.Group options={[{ value: "aisle", label: "Aisle" }, { value: "window", label: "Window" }]} /></Form.Item>
        <Form.Item name="stars" label="Stars"><Rate /></Form.Item>
        <Form.Item name="budget" label="Budget"><Slider /></Form.Item>
        <Form.Item name="insured" label="Insured" valuePropName="checked"><Switch /></Form.Item>
        <Button type="primary" htmlType="submit">Send the request</Button> <Button onClick={() => setOpen(true)}>Rules</Button>
      </Form>
      <Modal open={open} title="Rules" onOk={() => setOpen(false)} onCancel={() => setOpen(false)}>
        Trips of more than 1500 euros need a signature of Ms Okonkwo.
      </Modal>
      <Table
        rowKey="id"
        dataSource={rows}
        rowSelection={{ selectedRowKeys: picked, onChange: setPicked }}
        columns={[
          { title: "Traveller", dataIndex: "traveller" },
          { title: "To", dataIndex: "to" },
          { title: "Nights", dataIndex: "nights", sorter: (a, b) => a.nights - b.nights },
          { title: "Cost", dataIndex: "cost", sorter: (a, b) => a.cost - b.cost },
          {
            title: "",
            render: (_, row) => (
              <Popconfirm title="Cancel this trip?" onConfirm={() => setRows(rows.filter((other) => other !== row))}>
                <Button danger>Cancel</Button>
              </Popconfirm>
            ),
          },
        ]}
      />
    </App>
  );
}

createRoot(document.getElementById("root")).render(<Desk />);
