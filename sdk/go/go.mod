module counterfoil

go 1.19
