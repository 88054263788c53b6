"""The tables of a sample lake under short names."""

TABLES = {
    "capacities": "teamlandkarte_v_capacities_latest",
    "capacity_competences": "teamlandkarte_v_capacity_competences_latest",
    "competences": "teamlandkarte_v_competences_latest",
    "capacity_references": "teamlandkarte_v_capacity_references_latest",
    "partners": "teamlandkarte_v_partners_latest",
    "capacity_certificates": "teamlandkarte_v_capacity_certificates_latest",
    "tasks": "beschaffungstool_kmp_task_latest",
    "skills": "beschaffungstool_kmp_skill_latest",
    "employees": "teamlandkarte_v_employees_latest",
    "employee_publications": "teamlandkarte_v_employee_publications_latest",
    "employee_courses": "teamlandkarte_v_employee_courses_latest",
}
